import { patternRule, type RedactionRule } from './rule.ts';

/**
 * Hashes of passwords in the formats of crypt(3), bcrypt, argon2, web frameworks, directories and databases: they can be guessed
 * offline.
 */
export const passwordHashRules: readonly RedactionRule[] = [
  patternRule('password-hash', ['$1$', '$5$', '$6$', '$7$', '$y$'], /\$[1567y]\$[./A-Za-z0-9$=,]{24,}/y),
  patternRule(
    'password-hash',
    ['$apr1$', '$gy$', '$sm3$', '$md5'],
    /\$(?:apr1|gy|sm3|md5[,a-z0-9=]{0,20})\$[./A-Za-z0-9$]{20,}/y,
  ),
  patternRule('password-hash', ['$2a$', '$2b$', '$2x$', '$2y$'], /\$2[abxy]\$\d\d\$[./A-Za-z0-9]{22,}/y),
  patternRule('password-hash', ['$argon2'], /\$argon2(?:id|i|d)\$[A-Za-z0-9+/$=,]{24,}/y),
  patternRule(
    'password-hash',
    ['$scrypt$', '$pbkdf2', '$p$', '$h$', '$s$', '$sha1$'],
    /\$(?:scrypt|pbkdf2(?:-sha\d{1,3})?|[PHS]|sha1)\$[./A-Za-z0-9+$=,]{28,}/y,
  ),
  patternRule(
    'password-hash',
    ['pbkdf2_sha', 'pbkdf2:sha', 'scrypt:'],
    /(?:pbkdf2[_:]sha\d{1,3}[$:]|scrypt:)\d{2,8}[:$][A-Za-z0-9+/=$:_-]{24,}/y,
    { atWordStart: true },
  ),
  patternRule(
    'password-hash',
    ['{ssha', '{sha', '{smd5}', '{md5}', '{crypt}'],
    /\{(?:S?SHA(?:256|384|512)?|S?MD5|CRYPT)\}[A-Za-z0-9+/$.]{20,}={0,2}/iy,
  ),
  patternRule('password-hash', ['scram-sha-'], /SCRAM-SHA-(?:1|256|512)\$\d{3,7}:[A-Za-z0-9+/=$:]{30,}/y, {
    atWordStart: true,
  }),
];
