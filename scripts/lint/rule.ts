import type { RuleTester } from 'oxlint/plugins-dev';

// Oxlint exports no types of rules, but a function that takes one.
export type Rule = Extract<Parameters<RuleTester['run']>[1], { create: unknown }>;
export type Context = Parameters<Rule['create']>[0];
export type Visitor = ReturnType<Rule['create']>;
export type Node = Parameters<NonNullable<Visitor['JSXElement']>>[0]['parent'];
