import type { RemarkStance } from './remark.ts';

/** The request in a clause. */
export interface Wish {
  stance: RemarkStance;
  /** The action to do or to avoid, in the person's words. */
  what: string;
  /** Whether it applies to every occasion. */
  isGeneral: boolean;
  /** Whether it is believed only if it names a way of working: "no need for" and "make sure" mostly begin a piece of the task. */
  isWeak: boolean;
}

interface Marker {
  stance: RemarkStance;
  pattern: RegExp;
  isGeneral?: true;
  isWeak?: true;
  /** Whether it may be part of a question: "can we not commit the notes?" */
  asks?: true;
}

/**
 * Parses a clause as a wish; undefined if it only reports, asks or describes the task. A clause introduced as a rule is a wish,
 * whatever its form.
 */
export function readWish(clause: string, isQuestion: boolean, isStanding = false): Wish | undefined {
  const text = clause.replaceAll('’', "'");
  for (const candidate of [text, ...withoutLead(text)]) {
    for (const { pattern, stance, isGeneral = false, isWeak = false, asks = false } of markers) {
      if (isQuestion && !asks) continue;
      const what = pattern.exec(candidate)?.groups?.what?.trim();
      if (what)
        return {
          stance,
          what,
          isGeneral: isGeneral || isStanding || /\b(?:ever|every time|from now on|again)\b/i.test(candidate),
          isWeak,
        };
    }
  }
  const asked = text.replace(/^(?:please|just|you (?:should|must|have to|need to)) /i, '');
  return isStanding && !isQuestion && asksFor.test(asked)
    ? { stance: 'do', what: asked, isGeneral: true, isWeak: false }
    : undefined;
}

/** Matches a clause that begins with a request: "as I said, the tests are slow" requests nothing. */
const asksFor =
  /^(?:add|always|ask|build|call|check|commit|create|document|fix|format|give|go|install|keep|leave|lint|log|make|mark|merge|name|open|prefer|push|put|read|rebase|run|search|show|sign|skip|split|squash|start|stick|tag|test|update|use|verify|wait|work|write) \S/i;

/** Returns the clause without its opening words, removed one after the other: "ok, please just …". */
function withoutLead(text: string): string[] {
  const shorter: string[] = [];
  for (let rest = text; shorter.length < 4; ) {
    const next = rest.replace(lead, '');
    if (next === rest) break;
    shorter.push(next);
    rest = next;
  }
  return shorter;
}

const lead =
  /^(?:ok(?:ay)?|alright|well|no|nope|yes|yeah|hey|omf?g|wtf|dude|again|and|also|then|but|so|please|pls|just|now|btw|seriously|listen|as i said|bitte|also|nein|s'il te plaît|por favor|请|請)[,!:]?\s*(?=\S)(?<=[\s,!:]|请|請)/i;

/** Tried in this order. Each is anchored at the beginning and has one open end, so that none can take long. */
const markers: readonly Marker[] = [
  // Said before, and ignored.
  {
    stance: 'avoid',
    isGeneral: true,
    asks: true,
    pattern: /^(?:i|we)(?:'ve| have)? (?:already )?told you (?:not to|to not|never to) (?<what>.+)/i,
  },
  {
    stance: 'do',
    isGeneral: true,
    asks: true,
    pattern: /^(?:i|we)(?:'ve| have)? (?:already )?told you to (?<what>.+)/i,
  },
  {
    stance: 'avoid',
    isGeneral: true,
    pattern: /^i (?:did not|didn't|never) (?:say|ask|tell|told|asked)(?: you)?(?: to)? (?<what>\w+(?: \S+){0,4})$/i,
  },
  // English
  { stance: 'do', isWeak: true, pattern: /^(?:do not|don'?t) forget to (?<what>.+)/i },
  {
    stance: 'avoid',
    isGeneral: true,
    pattern: /^(?:never|(?:do not|don'?t) ever) (?!mind\b|\w+[^s\W]s\b|\w+ed\b)(?<what>\w.+)/i,
  },
  {
    stance: 'avoid',
    pattern:
      /^(?:do not|don'?t) (?!(?:know|think|see|understand|need|worry|forget|have|want|care|get|like|remember|mind|recall|agree|believe|you|we|i)\b)(?<what>\w.+)/i,
  },
  { stance: 'avoid', asks: true, pattern: /^can (?:we|you) (?:please )?not (?<what>\w.+)/i },
  { stance: 'avoid', pattern: /^let'?s not (?<what>\w.+)/i },
  {
    stance: 'avoid',
    pattern:
      /^(?:you|we) (?:should(?: not|n'?t| never)|must(?: not|n'?t| never)|may not|can(?: ?not|'?t)) (?<what>\w.+)/i,
    isWeak: true,
  },
  { stance: 'avoid', pattern: /^(?:i|we) (?:do not|don'?t|never) want (?:you to )?(?<what>\w.+)/i, isWeak: true },
  { stance: 'avoid', pattern: /^stop (?<what>\w+ing\b.+)/i },
  { stance: 'avoid', pattern: /^avoid (?<what>\w.+)/i },
  { stance: 'avoid', isWeak: true, pattern: /^we (?:do not|don'?t) need (?:any )?(?<what>.+)/i },
  {
    stance: 'avoid',
    pattern:
      /^no (?:more )?(?!(?:need|idea|problem|worries|wait|longer|one|way|rush|it|its|it's|that|this|the|we|you|i|they|there|matter|doubt|thanks|thank|not|but|just|what|why|how|should|can|is|are|let|go|keep|make|use|do|don't|revert|remove|add|change)\b)(?<what>\S+(?: \S+){0,3})$(?<!(?:error|issue|result|change|problem|output|response|luck|effect|warning|bug|failure|answer|access|difference)s?)/i,
  },
  {
    stance: 'do',
    isGeneral: true,
    pattern: /^(?:you (?:should|must|have to) )?always (?!\w+[^s\W]s\b|\w+ed\b)(?<what>\w.+)/i,
  },
  {
    stance: 'do',
    isGeneral: true,
    pattern: /^(?:from now on|in (?:the )?future|next time|every time),? (?:please )?(?<what>\w.+)/i,
  },
  { stance: 'do', pattern: /^(?:i(?:'d)? )?prefer (?<what>\w.+)/i },
  { stance: 'do', pattern: /^(?<what>use \S.* (?:instead of|rather than|not|over) \S.*)/i },
  { stance: 'do', pattern: /^(?<what>use \S.*) instead$/i },
  { stance: 'do', isWeak: true, pattern: /^(?:make sure|remember|be sure)(?: (?:to|that you|you))? (?<what>\w.+)/i },
  { stance: 'do', pattern: /^let'?s (?<what>\w.+) first$/i },
  // German
  {
    stance: 'avoid',
    pattern: /^(?:nie(?:mals)?|kein(?:e|en)?|keinesfalls|auf keinen fall|vermeide|hör auf,?) (?<what>\S.+)/i,
    isGeneral: true,
  },
  {
    stance: 'avoid',
    pattern:
      /^(?<what>(?:verwende?|benutze?|nutze?|nimm|schreibe?|mache?|füge?|committe?|pushe?|lösche?|ändere?)\b.* (?:nicht|nie(?:mals)?|kein(?:e|en)?)\b.*|(?:verwende?|benutze?|nutze?|nimm|committe?|pushe?) (?:nicht|nie(?:mals)?|kein(?:e|en)?)\b.*)/i,
  },
  { stance: 'do', isGeneral: true, pattern: /^immer (?<what>\S.+)/i },
  {
    stance: 'do',
    pattern: /^(?<what>(?:verwende?|benutze?|nutze?|nimm) \S.* (?:statt|anstatt|anstelle von|nicht) \S.*)/i,
  },
  // French
  { stance: 'avoid', pattern: /^(?:ne |n')(?<what>\S+.* (?:jamais|pas|plus)\b.*|\S+ (?:jamais|pas|plus)\b.*)/i },
  { stance: 'avoid', pattern: /^(?:jamais de|pas de|évite(?:z)?(?: de)?|arrête(?:z)? de) (?<what>\S.+)/i },
  { stance: 'do', isGeneral: true, pattern: /^toujours (?<what>\S.+)/i },
  { stance: 'do', pattern: /^(?<what>utilise(?:z)? \S.* (?:au lieu de|plutôt que|pas) \S.*)/i },
  // Spanish
  {
    stance: 'avoid',
    pattern:
      /^(?:nunca|no) (?<what>(?:uses|utilices|hagas|agregues|añadas|toques|cambies|escribas|ejecutes|borres|subas|pongas|modifiques|crees)\b.+)/i,
  },
  { stance: 'avoid', pattern: /^(?:evita|deja de|nunca) (?<what>\S.+)/i },
  { stance: 'do', isGeneral: true, pattern: /^siempre (?<what>\S.+)/i },
  { stance: 'do', pattern: /^(?<what>(?:usa|utiliza) \S.* (?:en vez de|en lugar de|no) \S.*)/i },
  // Chinese
  { stance: 'avoid', pattern: /^(?:永远不要|绝对不要|不要再?|别再?|禁止|不准|不許|切勿|千万别)(?<what>.+)/ },
  { stance: 'do', isGeneral: true, pattern: /^(?:总是|始终|务必|一定要|每次都?要?)(?<what>.+)/ },
  { stance: 'do', pattern: /^(?<what>(?:使?用).+(?:而不是|代替|不要用|別用|别用).*)/ },
  // Japanese
  { stance: 'avoid', pattern: /^(?<what>.+?)(?:を|は)?(?:使わないで|しないで|やめて|禁止|使用しない|しないこと)/ },
  { stance: 'do', isGeneral: true, pattern: /^(?:必ず|常に|毎回)(?<what>.+)/ },
];
