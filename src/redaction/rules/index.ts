import { assignment } from './assignment.ts';
import { authorizationRules } from './authorization.ts';
import { awsRules } from './aws.ts';
import { azureRules } from './azure.ts';
import { commandPassword } from './command-password.ts';
import { cookie } from './cookie.ts';
import { discord } from './discord.ts';
import { googleRules } from './google-key.ts';
import { jwt } from './jwt.ts';
import { passwordHashRules } from './password-hash.ts';
import { privateKeyRules } from './private-key.ts';
import type { RedactionRule } from './rule.ts';
import { sqlPassword } from './sql-password.ts';
import { telegram } from './telegram.ts';
import { urlCredentials } from './url-credentials.ts';
import { vendorTokens } from './vendor-tokens.ts';

/**
 * The built-in rules; add yours here. If two find secrets that start at the same place, the first in this list names it: rules
 * that recognise the secret itself come before those that recognise it by its context.
 */
export const builtInRules: readonly RedactionRule[] = [
  ...vendorTokens,
  ...passwordHashRules,
  ...awsRules,
  ...azureRules,
  ...googleRules,
  ...privateKeyRules,
  jwt,
  telegram,
  discord,
  ...authorizationRules,
  urlCredentials,
  cookie,
  commandPassword,
  sqlPassword,
  assignment,
];
