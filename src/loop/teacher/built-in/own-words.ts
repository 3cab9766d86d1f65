import type { FailureCase, LearnedRule } from '../../failure-case.ts';

/**
 * Words a rule from the report of a person: what should have been done becomes what to do. Returns undefined if that was not
 * said, because a description of what went wrong does not tell what would have been right.
 */
export function ruleOfReport({
  description = '',
  context = '',
  task,
}: FailureCase): { analysis: string; rule: LearnedRule } | undefined {
  const said = context.replace(/\s+/g, ' ').trim();
  if (said === '') return undefined;
  const what = description.replace(/\s+/g, ' ').trim();
  return {
    analysis: `${what === '' ? '' : `${endSentence(what)} `}The report says what should have been done: that is the rule.`,
    rule: {
      rule: endSentence(toImperative(said)),
      when: task.trim() === '' ? '' : endSentence(`In tasks like this one: ${task.replace(/\s+/g, ' ').trim()}`),
      why: what === '' ? '' : endSentence(what),
    },
  };
}

/** Turns "Should have checked X first", which is about the past, into the rule "Check X first". */
function toImperative(said: string): string {
  const match =
    /^(?:(?:i|you|we|it|he|she|they|the (?:agent|assistant|model))\s+)?(should|must|needs? to|ought to)\s+(not\s+)?(?:(always|first|only)\s+)?(have\s+)?(\w+)\b(.*)$/i.exec(
      said,
    );
  if (!match) return capital(said);
  const [, , not, adverb, have, verb = '', rest = ''] = match;
  const plain = have ? BASE_FORMS[verb.toLowerCase()] : verb.toLowerCase();
  // "Should have been checked" does not name who does it.
  if (plain === undefined || (have && plain === 'be')) return capital(said);
  return capital(`${not ? 'do not ' : ''}${adverb ? `${adverb.toLowerCase()} ` : ''}${plain}${rest}`);
}

/** The usual verbs of reports. For any other verb the base form is not guessed, and the words stay as they are. */
const BASE_FORMS: Readonly<Record<string, string>> = {
  been: 'be',
  begun: 'begin',
  built: 'build',
  caught: 'catch',
  chosen: 'choose',
  come: 'come',
  cut: 'cut',
  done: 'do',
  drawn: 'draw',
  found: 'find',
  forgotten: 'forget',
  gone: 'go',
  given: 'give',
  got: 'get',
  gotten: 'get',
  had: 'have',
  held: 'hold',
  kept: 'keep',
  known: 'know',
  left: 'leave',
  let: 'let',
  looked: 'look',
  made: 'make',
  meant: 'mean',
  met: 'meet',
  put: 'put',
  read: 'read',
  run: 'run',
  said: 'say',
  seen: 'see',
  sent: 'send',
  set: 'set',
  shown: 'show',
  split: 'split',
  stuck: 'stick',
  taken: 'take',
  thought: 'think',
  told: 'tell',
  understood: 'understand',
  written: 'write',
  broken: 'break',
  brought: 'bring',
  asked: 'ask',
  checked: 'check',
  added: 'add',
  used: 'use',
  reused: 'reuse',
  created: 'create',
  updated: 'update',
  validated: 'validate',
  extended: 'extend',
  searched: 'search',
  called: 'call',
  returned: 'return',
  handled: 'handle',
  tested: 'test',
  verified: 'verify',
  changed: 'change',
  moved: 'move',
  removed: 'remove',
  configured: 'configure',
  started: 'start',
  stopped: 'stop',
  planned: 'plan',
  confirmed: 'confirm',
  followed: 'follow',
  listed: 'list',
  opened: 'open',
  closed: 'close',
  imported: 'import',
  exported: 'export',
  installed: 'install',
  parsed: 'parse',
  raised: 'raise',
  wrapped: 'wrap',
  waited: 'wait',
  limited: 'limit',
  edited: 'edit',
  merged: 'merge',
  reviewed: 'review',
  inspected: 'inspect',
};

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function endSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
