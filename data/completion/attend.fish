# Completion for fish: attend itself says what may come next.
function __attend_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l last $words[-1]
    set -l program $words[1]
    set -e words[1]
    for line in ($program help --complete -- $words 2>/dev/null)
        if test "$line" = /
            __fish_complete_path (string replace -r '^--[^=]*=' '' -- $last)
        else
            echo $line
        end
    end
end
complete -c attend -f -a '(__attend_complete)'
