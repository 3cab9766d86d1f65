import { defineGolden } from '../golden-tester/define-golden.ts';
import { logWriters } from '../support/log-writers/index.ts';
import { learnCase } from './learn-case.ts';

/** The same cases as sessions of every other agent: the lessons do not depend on whose logs they are. */
await defineGolden(import.meta.dirname, logWriters.slice(1), learnCase, { updates: false });
