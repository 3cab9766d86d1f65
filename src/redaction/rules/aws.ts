import { patternRule, type RedactionRule } from './rule.ts';

/**
 * Keys of Amazon's cloud.
 *
 * secretlint's rule is not used: it reports the 40 characters from the start of the name on, so that the end of the key would
 * remain.
 */
export const awsRules: readonly RedactionRule[] = [
  // The id alone opens nothing, but the secret often follows it on the same line: `id,secret` in a credentials file.
  patternRule(
    'aws-key',
    ['akia', 'asia', 'abia'],
    /A(?:KI|SI|BI)A[A-Z0-9]{16}(?![A-Za-z0-9])(?:[\s,:;|"']{1,8}[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=]))?/y,
    { atWordStart: true },
  ),
  patternRule(
    'aws-secret',
    ['secret_access_key', 'secretaccesskey', 'secret access key', 'secret-access-key'],
    /(secret[_ -]?access[_ -]?key["'\\\])]{0,6}\s{0,4}(?:=>|[:=|,]|\s)\s{0,4}["'\\]{0,4})[A-Za-z0-9/+]{30,}={0,2}/iy,
  ),
  patternRule('aws-signature', ['x-amz-signature'], /(x-amz-signature(?:=|%3d))[0-9a-f]{32,}/iy),
];
