import type { RuleTester } from 'oxlint/plugins-dev';

// Oxlint does not export the type of a rule.
export type Rule = Extract<Parameters<RuleTester['run']>[1], { create: unknown }>;
export type Context = Parameters<Rule['create']>[0];
export type Visitor = ReturnType<Rule['create']>;
export type Node = Parameters<NonNullable<Visitor['JSXElement']>>[0]['parent'];
