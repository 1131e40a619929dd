import { beforeAll, expect, test } from 'vitest';
import { lintSamples } from './lint.fixture.ts';

/** Code in a component, and whether it is allowed. */
const samples: readonly [code: string, isAllowed: boolean][] = [
  ['return <p>Saved</p>;', false],
  ['return <p>{name} was saved</p>;', false],
  ['return <p title="Saved" />;', false],
  ['return <p aria-label={name ? "Open" : t`Close`} />;', false],
  ['return <Field hint="No apps" />;', false],
  ['return <p>{`${name} apps`}</p>;', false],
  ['const text = "It was not saved."; return <p>{text}</p>;', false],
  ['const rows = [["spam", "Spam or scam"]]; return <p>{rows}</p>;', false],
  ['show({ title: "Saved" }); return null;', false],
  ['const title = `Only ${name} is left.`; return <p>{title}</p>;', false],
  ['return <p>{t`Saved`}</p>;', true],
  ['return <p><Trans>Saved <b>today</b></Trans></p>;', true],
  ['return <p>{t`${plural(count, { one: "# app was saved", other: "# apps were saved" })}`}</p>;', true],
  ['return <p>{i18n._(msg`No apps`)}</p>;', true],
  ['return <p className="flex Big gap-2" data-x="Kept here" />;', true],
  ['if (name === "Escape") throw new Error("The page has no root"); return null;', true],
  ['show({ action: "Save the app" }); return null;', true],
  ['return <p>{name}</p>;', true],
  ['return <p>·</p>;', true],
  ['return <p title="Zapdeck">Zapdeck</p>;', true],
  ['return <p>About Zapdeck</p>;', false],
  ['return message("A tag cannot be empty");', true],
  ['return messages({ gone: { status: 404, message: "This app is not available." } });', true],
  ['return { status: 404, message: "This app is not available." };', false],
  ['return { method: "GET", summary: "Search approved apps" };', true],
  ['return html`<h1>Not found</h1>`;', false],
  ['return html`<h1>${say("Not found")}</h1>`;', true],
  ['return html`<img alt="A deck of apps">`;', false],
  ['return html`<nav class="quiet top" aria-label="${name}">`;', true],
  ['return site.say("Feed of new apps");', true],
  ['const labels = { all: "All" }; return <p>{labels.all}</p>;', false],
  ['const fieldNames = () => [["url", "Address"]]; return <p>{fieldNames()}</p>;', false],
  ['const labels = { all: t`All` }; return <p>{labels.all}</p>;', true],
  ['const names = ["firstName", "lastName"]; return <p>{names}</p>;', true],
  ['const text = `${count} apps`; return <p>{text}</p>;', false],
  ['function noteOf() { if (name) return "Tag"; return ""; } return <p>{noteOf()}</p>;', false],
  ['const text = show({ method: "POST" }); return <p>{text}</p>;', true],
  ['const keys = { open: "Enter" }; return <p>{keys.open}</p>;', true],
  ['console.warn("The report was not sent."); return null;', true],
  ['class Lost extends Error { constructor() { super("The page has no root"); } } return new Lost();', true],
];

const file = (code: string) => `
import { i18n } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
export function Sample({ name, count, Field, show, message, messages, html, say, site }: Record<string, never>) {
  void [i18n, msg, plural, t, Trans, name, count, Field, show, message, messages, html, say, site];
  ${code}
}
`;

let refused: boolean[];
beforeAll(async () => {
  refused = await lintSamples(
    'literal-text',
    samples.map(([code]) => file(code)),
  );
});

test.each(samples.map(([code, isAllowed], index) => ({ code, isAllowed, index })))(
  '$code is allowed: $isAllowed',
  ({ isAllowed, index }) => {
    expect(refused[index]).toBe(!isAllowed);
  },
);
