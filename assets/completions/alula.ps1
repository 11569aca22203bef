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
    $offer = if ($before.Count -le 1) { $commands + $options }
    elseif ($before[1] -eq 'help') { $commands }
    elseif ($before[1] -eq 'set') { $settings }
    else { @{} }
    if ($files -contains $before[1]) { return [System.Management.Automation.CompletionCompleters]::CompleteFilename($word) }
    $offer.GetEnumerator() | Where-Object { $_.Key -like "$word*" } | ForEach-Object {
        [System.Management.Automation.CompletionResult]::new($_.Key, $_.Key, 'ParameterValue', $_.Value)
    }
}
