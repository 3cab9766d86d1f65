import { encodeText } from '../../../memory/field-values.ts';
import { AppError } from '../../../shared/errors.ts';
import { asBlocks, asJson, asText, isJson, type Json } from '../../../shared/json-values.ts';
import type { Proposal } from '../proposal.ts';
import { isDirective } from '../refusals/guidance-rules.ts';
import { findNames } from '../text/names.ts';
import { cleanPath } from './finding.ts';

/** The proposals drawn from a pull request. */
export interface PullRequestProposals {
  proposals: Proposal[];
  /** The number of comments, and of those by people other than the author. */
  comments: number;
  ofPeople: number;
}

interface Comment {
  login: string;
  body: string;
  path?: string;
  isBot: boolean;
  isReply: boolean;
  /** Whether the commenter may merge: anybody else could write anything. */
  isTrusted: boolean;
}

/**
 * Proposes the changes that people requested in a pull request, from the output of `gh api …/pulls/N/comments`, `…/reviews` and
 * `gh pr view --json reviews,comments,author`. Bots, the author, replies and comments without a request are skipped.
 */
export function proposeFromPullRequest(text: string, day: string): PullRequestProposals {
  const { comments, author } = readComments(text);
  const ofPeople = comments.filter(({ isBot, isReply, login }) => !isBot && !isReply && login !== author);
  const proposals = ofPeople.flatMap((comment) => propose(comment, day));
  return { proposals, comments: comments.length, ofPeople: ofPeople.length };
}

function readComments(text: string): { comments: Comment[]; author: string | undefined } {
  const values = parse(text);
  const [first] = values;
  if (values.length === 1 && isJson(first) && !('body' in first)) {
    const author = loginOf(first.author) ?? loginOf(first.user);
    const lists = [first.reviews, first.comments, first.reviewThreads, first.nodes].flatMap(asBlocks);
    const threads = lists.flatMap((item) => (Array.isArray(item.comments) ? asBlocks(item.comments) : [item]));
    return { comments: threads.flatMap(readComment), author };
  }
  const items = values.flatMap((value) => (Array.isArray(value) ? asBlocks(value) : isJson(value) ? [value] : []));
  return { comments: items.flatMap(readComment), author: undefined };
}

function readComment(item: Json): Comment[] {
  const body = asText(item.body);
  const person = asJson(item.user ?? item.author);
  const login = loginOf(person) ?? '';
  if (body === undefined) return [];
  const association = asText(item.author_association) ?? asText(item.authorAssociation) ?? '';
  const path = cleanPath(asText(item.path));
  return [
    {
      login,
      body,
      ...(path && { path }),
      isBot: person.type === 'Bot' || person.is_bot === true || BOT.test(login),
      isReply: item.in_reply_to_id !== undefined && item.in_reply_to_id !== null,
      isTrusted: /^(?:OWNER|MEMBER|COLLABORATOR)$/.test(association),
    },
  ];
}

const BOT =
  /\[bot\]$|-bot$|^(?:app\/|bot-)|^(?:github-actions|dependabot|renovate|coderabbitai|codecov|sonarcloud|sonarqubecloud|vercel|netlify|greptile-apps|sourcery-ai|copilot(?:-pull-request-reviewer)?|gemini-code-assist|claude|codex|cursor|ellipsis-dev|deepsource-autofix|snyk)\b/i;

function propose({ body, path, isTrusted }: Comment, day: string): Proposal[] {
  const guidance = encodeText(askedFor(body) ?? '');
  if (guidance === '') return [];
  const isNamed = findNames(guidance).length > 0;
  return [
    {
      scope: path === undefined ? [] : [path],
      pattern: 'A person asked for it in a review of a pull request.',
      guidance: isNamed || path === undefined ? guidance : `In \`${path}\`: ${guidance}`,
      ...(isTrusted && { confidence: 'medium' as const, isSaidByPerson: true as const }),
      origin: `captured on ${day} from a pull request${isTrusted ? '' : ' (of somebody who cannot merge)'}`,
      isUnread: true,
    },
  ];
}

/** Returns the sentences of a comment that request something; undefined if it praises, asks a question or only informs. */
function askedFor(body: string): string | undefined {
  const plain = body
    .replace(/\r\n/g, '\n')
    // Quotations, code and suggested changes are not requests in words.
    .replace(/^ {0,3}(```|~~~)[^\n]*\n[\s\S]*?^ {0,3}\1[^\n]*$/gm, '')
    .replace(/^ {0,3}>.*$/gm, '')
    .replace(/<!--[\s\S]*?-->|<[^>\n]{1,200}>/g, ' ')
    .trim();
  if (plain.length > 2_000) return undefined;
  const sentences = plain.split(/(?<=[.!?])\s+|\n+/).map((sentence) =>
    sentence
      .replace(/^(?:[-*+]|\d+[.)])\s+/, '')
      .replace(LEAD, '')
      .trim(),
  );
  const asking = sentences.filter((sentence) => isAsking(sentence));
  if (asking.length === 0) return undefined;
  const said = asking.slice(0, 3).join(' ');
  return said === '' ? undefined : said[0]?.toUpperCase() + said.slice(1);
}

/** Opening words of a sentence that carry no meaning. */
const LEAD = /^(?:(?:please|nit|nitpick|minor|hey|hi|hm+|ok(?:ay)?|also|and|but)[,:]?\s+)+/i;

function isAsking(sentence: string): boolean {
  if (sentence.length < 8 || PRAISE.test(sentence)) return false;
  const isRequest =
    /^(?:please|can you|could you|let['’]?s|we (?:should|must|need|always|never|do not|don['’]t)|you (?:should|must|need)|this (?:should|must|needs)|these (?:should|must|need))\b/i.test(
      sentence,
    );
  if (/\?\s*$/.test(sentence))
    return isRequest && !/^(?:can|could) you (?:explain|tell|say|clarify|elaborate)/i.test(sentence);
  return isRequest || (isDirective(sentence) && IMPERATIVE.test(sentence));
}

const PRAISE =
  /^(?:nice|great|good|love|lgtm|looks good|thanks?|thank you|awesome|perfect|well done|agreed?|done|fixed|sure|\+1|👍|🎉)\b/i;

/** The sentence begins with an imperative, or says what must, should or never may be done. */
const IMPERATIVE =
  /^(?:please\s+)?(?:always|never|do not|don['’]t|avoid|use|run|call|put|keep|place|move|add|remove|delete|set|read|write|check|verify|assert|ensure|make sure|start|stop|install|import|export|rebuild|build|regenerate|generate|seed|migrate|edit|change|update|create|pass|wrap|mock|rename|replace|return|throw|register|commit|pin|bump|copy|include|exclude|leave|ask|skip|format|prefer|declare|define|extend|implement|inject|handle|validate|escape|quote|cache|await|lock)\b|\b(?:must|should|never|always|instead of|rather than|needs? to|have to|has to)\b/i;

/** Parses one document, or several in a row, as `gh api --paginate` prints them. */
function parse(text: string): unknown[] {
  const body = text.replace(/^\uFEFF/, '').trim();
  for (const candidate of [body, `[${body.replace(/\]\s*\[/g, '],[')}]`]) {
    try {
      const value: unknown = JSON.parse(candidate);
      return candidate === body ? [value] : (value as unknown[]);
    } catch {}
  }
  throw new AppError('usage', 'That is not the JSON of a pull request.', {
    hint: 'gh api repos/OWNER/NAME/pulls/NUMBER/comments, or gh pr view NUMBER --json author,reviews,comments',
  });
}

function loginOf(person: unknown): string | undefined {
  return asText(asJson(person).login);
}
