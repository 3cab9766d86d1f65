import { findFault } from '../../../memory/sources/lesson-texts.ts';
import { findNames } from '../text/names.ts';
import type { CaptureRefusal } from './refusal.ts';

/**
 * Judges a guidance: it must say what to do, and name a path, a command or a check. A rule that states when it applies (`isRule`)
 * need not name one: "Return None, not 0, where there is no result" is useful without.
 */
export function judgeGuidance(guidance: string, isRule = false): CaptureRefusal | undefined {
  const text = guidance.trim();
  if (text === '') return { code: 'no-guidance', message: 'There is no guidance.', hint: HINT, isHard: true };
  const fault = findFault(text);
  if (fault !== undefined) {
    const isLong = fault.includes('longer');
    return {
      code: isLong ? 'too-long' : 'vague',
      message: `The guidance ${fault}.`,
      hint: isLong ? 'Shorten it.' : HINT,
      isHard: isLong,
    };
  }
  const names = findNames(text);
  if (!isRule && names.length === 0 && !isSpecificCheck(text)) {
    return {
      code: 'vague',
      message: 'The guidance names no path, no command and no check.',
      hint: HINT,
      isHard: false,
    };
  }
  const rest = text.replace(WELL_MEANT, ' ');
  // The name of a path does not tell anybody to do anything, but a command does.
  const told = names.some(({ kind }) => kind === 'command') ? rest : withoutNames(rest);
  if (rest !== text && !DIRECTIVE.test(told)) {
    return {
      code: 'vague',
      message: 'The guidance asks for care but does not say what to do.',
      hint: HINT,
      isHard: false,
    };
  }
  if (COMPLAINT.test(text) && !DIRECTIVE.test(text.replace(COMPLAINT, ' '))) {
    return {
      code: 'no-instruction',
      message: 'That is an observation: it does not say what to do.',
      hint: HINT,
      isHard: false,
    };
  }
  return undefined;
}

function withoutNames(text: string): string {
  let plain = text;
  for (const { at, end } of findNames(text).toReversed()) plain = `${plain.slice(0, at)} ${plain.slice(end)}`;
  return plain;
}

/** Whether a text tells the reader to do or to avoid something. */
export function isDirective(text: string): boolean {
  return DIRECTIVE.test(text.replace(COMPLAINT, ' '));
}

const HINT = 'Say what to do, with the path, command or check: "Run `make seed` before `make test`."';

/** Whether a text describes a check that can be made without knowing any name: what to look at, and what must hold. */
function isSpecificCheck(text: string): boolean {
  const [, what = ''] =
    /\b(?:check|verify|assert|ensure|confirm|expect|make sure)\s+(?:that\s+)?([^.;]{12,})/i.exec(text) ?? [];
  return (
    /\d|"[^"]+"|\b(?:returns?|throws?|equals?|contains?|exists?|matches)\b|\bis (?:not |still )?(?:set|null|empty|installed|running|defined|registered|enabled|disabled)\b/i.test(
      what,
    ) && (what.match(/\p{L}{3,}/gu) ?? []).length >= 3
  );
}

const PRAISE =
  'better|clean|cleaner|good|nicer|nice|more|proper|readable|maintainable|robust|solid|simple|idiomatic|elegant|efficient|secure|quality|high[- ]quality|well[- ]\\w+|correct|meaningful|consistent|modern';

/** Well-meant advice that is of no use to its reader. */
const WELL_MEANT = new RegExp(
  `\\b(?:${[
    'be (?:very |more |extra )?(?:careful|cautious|mindful|aware|consistent|thorough)',
    'pay (?:more |close )?attention|take (?:more )?care|think (?:twice|harder|carefully|first)|try harder',
    'do (?:it |this |things )?(?:better|right|properly|correctly|well)',
    `(?:write|use|add|make|keep|produce|prefer|have|create|ensure|maintain) (?:the |your |only |some )?(?:${PRAISE})(?:(?:,| and|, and) (?:${PRAISE})){0,2} [\\w-]+`,
    '(?:write|keep) (?:the |your )?(?:code|tests|it|things) (?:clean|simple|readable|tidy|maintainable|consistent|robust|dry)',
    'test (?:it |this |everything )?(?:more|better|thoroughly|properly|carefully)',
    'make sure (?:it|this|everything|all|that it|the code|the tests) (?:works?|pass(?:es)?|is (?:ok|fine|right|correct|good|clean))',
    '(?:follow|apply|use|respect|adhere to) (?:the |all )?(?:best|good|common|standard|usual|proven|industry)(?: coding| software)? (?:practices?|standards?|principles|conventions|guidelines)',
    'handle (?:all )?errors (?:properly|correctly|well|gracefully)',
    'fix (?:it|this|that|them)',
    'double[- ]check (?:everything|it|this|your work)',
    'remember (?:this|that|it)|watch out|always (?:test|check|verify)(?=[.!]|$)',
  ].join('|')})\\b`,
  'gi',
);

/** Wording that tells somebody to do or to avoid something. */
const DIRECTIVE =
  /\b(?:always|never|must|should|shall|needs?|have to|has to|do not|don['’]t|avoid|instead of|rather than|before|after|first|only|requires?|run|use|call|put|keep|place|move|add|remove|delete|set|unset|read|write|check|verify|assert|ensure|confirm|start|stop|install|import|export|build|rebuild|generate|regenerate|seed|migrate|edit|change|update|create|open|close|pass|wrap|mock|rename|replace|return|throw|register|commit|push|pull|fetch|pin|bump|copy|include|exclude|leave|ask|skip|format|lint|test|prefer|declare|define|extend|implement|inject|restart|reset|clear|ignore|look|search|log|catch|handle|validate|escape|quote|sort|cache|await|lock|wait)\b/i;

const COMPLAINT =
  /\b(?:is|are|was|were|seems?|feels?|looks?|gets?)\s+(?:very |really |too |quite |so |a bit |pretty |rather )?(?:hard|difficult|confusing|complex|complicated|tricky|slow|messy|weird|strange|annoying|bad|ugly|painful|fragile|unclear|awful|brittle|old)\b(?: to \w+)?/i;
