Register-ArgumentCompleter -Native -CommandName alula, alula.exe -ScriptBlock {
    param($word, $line, $cursor)
    $commands = [ordered]@{
@commands@    }
    $options = [ordered]@{
@options@    }
    $settings = [ordered]@{
@settings@    }
    $files = @(@files@, '-i', '--ini')
    $before = @($line.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { "$_" })
    # Options may precede the command. After an option, completes the option's argument.
    $at = 1
    while ($at -lt $before.Count -and $before[$at] -like '-*') {
        $at += if ('-i', '--ini', '--colour', '--color', '--view' -contains $before[$at]) { 2 } else { 1 }
    }
    $first = if ($at -gt $before.Count) { $before[-1] } else { $before[$at] }
    $offer = if ($at -eq $before.Count) { $commands + $options }
    elseif ($first -eq 'help') { $commands }
    elseif ($first -eq 'set') { $settings }
    else { @{} }
    if ($files -contains $first) { return [System.Management.Automation.CompletionCompleters]::CompleteFilename($word) }
    $offer.GetEnumerator() | Where-Object { $_.Key -like "$word*" } | ForEach-Object {
        [System.Management.Automation.CompletionResult]::new($_.Key, $_.Key, 'ParameterValue', $_.Value)
    }
}
