/** Extensions that Windows, macOS or a desktop of Linux starts as a program. */
const programs =
  'action|apk|app|appimage|application|appref-ms|bundle|com|cpl|deb|dll|exe|gadget|jar|jnlp|msi|msix|msp|mst|ocx|pif|pkg|rpm|run|scr|sys|xll';
/** Extensions that one of them runs, or opens in a browser or a shell that runs it. */
const scripts =
  'bash|bat|chm|cmd|command|csh|desktop|fish|hta|htm|html|inf|iqy|js|jse|ksh|library-ms|lnk|mht|mhtml|mjs|msc|msh|php|pl|ps1|ps1xml|ps2|psc1|psd1|psm1|py|pyw|pyz|rb|rdp|reg|scf|scpt|sct|search-ms|settingcontent-ms|sh|shb|shs|shtml|slk|svg|svgz|terminal|tool|url|vb|vbe|vbs|webloc|workflow|wsc|wsf|wsh|xht|xhtml|zsh';

const programName = new RegExp(`\\.(?:${programs})$`, 'i');
const scriptName = new RegExp(`\\.(?:${scripts})$`, 'i');
// Windows drops dots and blanks at the end of a name, and takes what follows a colon for a part of the file
const ignoredEnd = /(?::.*|[\s.\p{C}]+)$/su;

/** Returns what a computer takes a file for by its name alone, whatever it contains. Null for an ordinary name. */
export function findNameMark(name: string): 'program' | 'script' | null {
  let end = name.split(/[/\\]/).at(-1) ?? '';
  while (ignoredEnd.test(end)) end = end.replace(ignoredEnd, '');
  if (programName.test(end)) return 'program';
  return scriptName.test(end) ? 'script' : null;
}
