/**
 * A small matcher of commands, as source text, because promoted scripts stand alone and run where hardwon is not installed. It
 * parses what people and agents usually type, and does not match what it cannot parse. It runs in linear time.
 */
export const COMMAND_MATCHER = String.raw`/** The simple commands of a command line, each as its words; a word in quotes may hold blanks. */
function splitCommands(line) {
  const commands = [];
  let words = [];
  let word = '';
  let quote = '';
  const endWord = () => {
    if (word !== '') words.push(word);
    word = '';
  };
  const endCommand = () => {
    endWord();
    commands.push(words);
    words = [];
  };
  for (let at = 0; at < line.length; at++) {
    const sign = line[at];
    if (quote !== '') {
      if (sign === quote) quote = '';
      else word += sign;
    } else if (sign === "'" || sign === '"') quote = sign;
    else if (sign === '\\') {
      at += 1;
      if (line[at] !== '\n') word += line[at] ?? '';
    } else if (sign === '$' && line[at + 1] === '(') at = skipNested(line, at + 1);
    else if (sign === '#' && word === '') at = endOf(line, '\n', at) - 1;
    else if (sign === '&' && (word.endsWith('>') || line[at + 1] === '>')) word += sign;
    else if (/[\n;|&()]/.test(sign)) endCommand();
    else if (/\s/.test(sign)) endWord();
    else word += sign;
  }
  endCommand();
  return commands;
}

function skipNested(line, open) {
  let depth = 0;
  for (let at = open; at < line.length; at++) {
    if (line[at] === '(') depth += 1;
    if (line[at] === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return line.length;
}

function endOf(line, sign, from) {
  const at = line.indexOf(sign, from);
  return at < 0 ? line.length : at;
}

/** The command itself: without redirections, variables before it, and programs that only start it. Quoted text falls into its words. */
function bareCommand(words) {
  const bare = [];
  for (let at = 0; at < words.length; at++) {
    const redirection = /^(?:\d|&)?(?:>>?|<{1,3})(.*)$/.exec(words[at]);
    if (!redirection) bare.push(words[at]);
    else if (redirection[1] === '') at += 1;
  }
  let from = 0;
  for (let isWrapped = false; from < bare.length; from++) {
    const word = bare[from];
    if (/^(?:sudo|doas|time|nohup|exec|command|env|nice|timeout|then|do|else|if|while|until|!|\{)$/.test(word)) isWrapped = true;
    else if (!/^[A-Za-z_]\w*=/.test(word) && !(isWrapped && /^(?:-|\d+[smhd]?$)/.test(word))) break;
  }
  return bare.slice(from).flatMap((word) => word.split(/\s/).filter(Boolean));
}

/** Whether one of the commands on the line is of the form that the rule describes. */
function matchesRule(rule, line) {
  return splitCommands(line.slice(0, 20000)).some(
    (words) =>
      matchesWords(rule.words, bareCommand(words)) &&
      !rule.without.some((forms) => words.some((word) => matchesForms(forms, word))),
  );
}

/** Word by word; null stands for any number of words. */
function matchesWords(pattern, words) {
  let p = 0;
  let at = 0;
  let gap = -1;
  let mark = 0;
  while (at < words.length) {
    if (p < pattern.length && pattern[p] === null) {
      gap = p++;
      mark = at;
    } else if (p < pattern.length && matchesForms(pattern[p], words[at])) {
      p += 1;
      at += 1;
    } else if (gap >= 0) {
      p = gap + 1;
      at = ++mark;
    } else return false;
  }
  while (p < pattern.length && pattern[p] === null) p += 1;
  return p === pattern.length;
}

/** Each form is the texts between its stars. */
function matchesForms(forms, word) {
  return forms.some((form) => {
    if (form.length === 1) return word === form[0];
    const tail = form[form.length - 1];
    if (word.length < form[0].length + tail.length || !word.startsWith(form[0]) || !word.endsWith(tail)) return false;
    let at = form[0].length;
    for (const part of form.slice(1, -1)) {
      const found = word.indexOf(part, at);
      if (found < 0 || found + part.length > word.length - tail.length) return false;
      at = found + part.length;
    }
    return at <= word.length - tail.length;
  });
}
`;
