import { defineGolden } from '../golden-tester/define-golden.ts';
import { logWriters } from '../support/log-writers/index.ts';
import { learnCase } from './learn-case.ts';
import { defineSentences } from './sentences.ts';

/** The cases as sessions of the first agent. How they are written is in README.md beside this file. */
await defineGolden(import.meta.dirname, logWriters.slice(0, 1), learnCase, { updates: true });

defineSentences();
