import { asBlocks, asJson, asText, isJson, type Json } from '../../../shared/json-values.ts';
import type { ReviewFinding } from './finding.ts';

/**
 * Reads the findings of a review in JSON: a list, an object that holds one under a usual name, or SARIF. Returns undefined for
 * anything else.
 */
export function readJsonReview(value: unknown): ReviewFinding[] | undefined {
  if (isJson(value) && Array.isArray(value.runs)) return asBlocks(value.runs).flatMap(readSarifRun);
  const list = Array.isArray(value) ? value : isJson(value) ? findList(value) : undefined;
  return list?.filter(isJson).flatMap(readFinding);
}

const LISTS = ['findings', 'issues', 'comments', 'results', 'problems', 'violations', 'review'];

/** Searches one level deeper at most: `{"review": {"findings": []}}`. */
function findList(value: Json): unknown[] | undefined {
  for (const name of LISTS) {
    const inner = value[name];
    if (Array.isArray(inner)) return inner;
    if (isJson(inner)) {
      const deeper = LISTS.map((key) => inner[key]).find(Array.isArray);
      if (deeper) return deeper;
    }
  }
  return undefined;
}

function readFinding(item: Json): ReviewFinding[] {
  const place = asJson(item.location);
  const pick = (...names: string[]) => names.map((name) => asText(item[name])).find((text) => text !== undefined);
  const severity = pick('severity', 'level', 'priority', 'classification', 'impact', 'category');
  const title = pick('title', 'name', 'summary', 'rule', 'ruleId', 'check');
  const message =
    pick('message', 'description', 'body', 'detail', 'details', 'text', 'comment', 'explanation') ?? title;
  const suggestion = pick(
    'suggestion',
    'recommendation',
    'fix',
    'remediation',
    'suggested_fix',
    'suggestedFix',
    'action',
  );
  const file =
    pick('file', 'path', 'filename', 'filePath', 'file_path') ??
    asText(place.file) ??
    asText(place.path) ??
    asText(item.location);
  if (severity === undefined || message === undefined) return [];
  return [{ severity, message, ...(title && { title }), ...(suggestion && { suggestion }), ...(file && { file }) }];
}

function readSarifRun(run: Json): ReviewFinding[] {
  const rules = new Map(
    asBlocks(asJson(asJson(run.tool).driver).rules).flatMap((rule): [string, Json][] => {
      const id = asText(rule.id);
      return id === undefined ? [] : [[id, rule]];
    }),
  );
  return asBlocks(run.results).flatMap((result): ReviewFinding[] => {
    const rule = rules.get(asText(result.ruleId) ?? '') ?? {};
    // A result without a level has the level of its rule, which defaults to a warning.
    const severity = asText(result.level) ?? asText(asJson(rule.defaultConfiguration).level) ?? 'warning';
    const message = textOf(result.message);
    const [place] = asBlocks(result.locations).map((location) =>
      asJson(asJson(location.physicalLocation).artifactLocation),
    );
    const suggestion = textOf(asJson(asBlocks(result.fixes)[0]).description) ?? textOf(rule.help);
    const title = textOf(rule.shortDescription);
    const file = asText(place?.uri);
    if (message === undefined) return [];
    return [{ severity, message, ...(title && { title }), ...(suggestion && { suggestion }), ...(file && { file }) }];
  });
}

/** Returns the text of a SARIF message: `{"text": "…"}`. */
function textOf(message: unknown): string | undefined {
  return asText(asJson(message).text);
}
