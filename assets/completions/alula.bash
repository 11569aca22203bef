_alula() {
    local word=${COMP_WORDS[COMP_CWORD]}
    local offer=()
    if ((COMP_CWORD == 1)); then
        offer=(-W '@commands@ @options@')
    else
        case ${COMP_WORDS[1]} in
        @files@|-i|--ini) offer=(-f) ;;
        help) offer=(-W '@commands@') ;;
        set) offer=(-W '@settings@') ;;
        esac
    fi
    COMPREPLY=()
    if ((${#offer[@]})); then
        COMPREPLY=($(compgen "${offer[@]}" -- "$word"))
    fi
}
complete -F _alula alula
