_alula() {
    local word=${COMP_WORDS[COMP_CWORD]} at=1 offer=() line
    # Options may precede the command. Bash splits '--view=log' into three words.
    while ((at < COMP_CWORD)); do
        case ${COMP_WORDS[at]} in
        -i|--ini|--colour|--color|--view)
            [[ ${COMP_WORDS[at + 1]} == = ]] && ((at += 1))
            ((at += 2))
            ;;
        -*) ((at += 1)) ;;
        *) break ;;
        esac
    done
    if ((at == COMP_CWORD)); then
        offer=(-W '@commands@ @options@')
    else
        # After an option, completes the option's argument.
        ((at > COMP_CWORD)) && at=$((COMP_CWORD - 1))
        case ${COMP_WORDS[at]} in
        @files@|-i|--ini) offer=(-f) ;;
        help) offer=(-W '@commands@') ;;
        set) offer=(-W '@settings@') ;;
        esac
    fi
    COMPREPLY=()
    if ((${#offer[@]})); then
        # Quotes, and backslashes before spaces, are not part of a file name.
        if [[ ${offer[0]} == -f ]]; then word=${word#[\"\']} word=${word//\\/}; fi
        while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen "${offer[@]}" -- "$word")
    fi
    # Quotes spaces in file names, and ends folders with a slash.
    if [[ ${offer[0]} == -f ]]; then compopt -o filenames 2>/dev/null; fi
}
complete -F _alula alula
