import { wordSet } from '../shared/word-set.ts';

/** Cmdlet parameters that take no value; every other `-Name` takes the next word. */
export const POWERSHELL_SWITCHES: ReadonlySet<string> = wordSet(
  '-recurse -force -raw -nonewline -directory -file -hidden -name -descending -unique -casesensitive -simplematch -quiet -notmatch -list ' +
    '-allmatches -whatif -confirm -verbose -debug -passthru -wait -nonewwindow -usebasicparsing -autosize -wrap -append -noclobber ' +
    '-ashashtable -compress -asjob -skipcertificatecheck -leaf -isabsolute -resolve -follow -noprofile -noninteractive -nologo',
);

/** Words that begin a control structure, whose condition is skipped and whose body is read as commands. */
export const POWERSHELL_KEYWORDS: ReadonlySet<string> = wordSet(
  'if elseif else foreach for while do until switch try catch finally begin process end trap param return throw',
);
