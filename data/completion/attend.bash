# Completion for bash: attend itself says what may come next.
_attend() {
    local line=${COMP_LINE:0:COMP_POINT} words last
    read -ra words <<<"$line"
    [[ $line != *[[:space:]] ]] || words+=('')
    last=${words[-1]}
    mapfile -t COMPREPLY < <("$1" help --complete -- "${words[@]:1}" 2>/dev/null)
    COMPREPLY=("${COMPREPLY[@]%%$'\t'*}") # without what each one is
    if [ ${#COMPREPLY[@]} -gt 0 ] && [ "${COMPREPLY[-1]}" = / ]; then
        unset 'COMPREPLY[-1]'
        compopt -o filenames 2>/dev/null
        mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- "${last#--*=}")
    fi
    if [[ $last == *[=:]* ]]; then # where bash begins a new word
        COMPREPLY=("${COMPREPLY[@]#"${last%"${last##*[=:]}"}"}")
    fi
}
complete -F _attend attend
