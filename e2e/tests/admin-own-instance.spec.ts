import type { BrowserContextOptions, Page } from '@playwright/test';
import { expectNoFindings } from '../axe.ts';
import { desktop, expect, newcomer, PASSWORD, phone, test } from '../fixtures.ts';
import { linksTo, mailsTo } from '../mails.ts';
import { admin, startWorld, type World } from '../world.ts';

const NAME = 'Toybox of Leipzig';
const IMPRINT = 'Toybox e. V., Beispielweg 1, 04109 Leipzig';
const LOGO = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="#0a7d5a"/>
<circle cx="24" cy="40" r="12" fill="#ffd400"/><path d="M36 14h16v16H36z" fill="#fff"/></svg>`,
);
const german = { locale: 'de-DE' };

/** A new server, because the story begins with an instance that no one has set up. */
const story = test.extend<{ world: World }>({
  world: async ({}, use) => {
    const world = await startWorld();
    await use(world);
    await world.end();
  },
  url: async ({ world }, use) => use(world.url),
});

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function logInAsAdmin(page: Page): Promise<void> {
  await page.goto('/login?returnTo=/admin/config/instance');
  await page.getByLabel('E-Mail').fill(admin.email);
  await page.getByLabel('Passwort', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Admin-Bereich' })).toBeVisible();
}

async function setUp(page: Page): Promise<void> {
  const instance = card(page, 'Diese Instanz');
  await instance
    .getByLabel('Logodatei')
    .setInputFiles({ name: 'l.svg', mimeType: 'image/svg+xml', buffer: LOGO });
  await expect(page.getByText('Logo geändert')).toBeVisible();
  await instance.getByLabel('Standardsprache').selectOption('Deutsch');
  await instance.getByRole('textbox', { name: 'Name', exact: true }).fill(NAME);
  await instance.getByLabel('Slogan').fill('Spielzeug aus dem Netz, in Leipzig ausgesucht');
  await instance.getByRole('textbox', { name: 'Kontakt' }).fill('post@example.org');
  await instance.getByLabel('Farbe').fill('#0a7d5a');
  await instance.getByRole('switch', { name: 'Betrieben mit Zapdeck' }).click();
  await instance.getByText('Startseite', { exact: true }).click();
  await instance.getByRole('textbox', { name: 'Überschrift', exact: true }).fill('Heute schon gespielt?');
  await instance.getByRole('button', { name: 'Instanz speichern' }).click();
  await expect(page.getByText('Instanz gespeichert.')).toBeVisible();
  await expect(instance.getByText('Nicht gespeicherte Änderungen')).toHaveCount(0);
  const legal = card(page, 'Rechtliche Seiten');
  await legal.getByText('Impressum', { exact: true }).click();
  await legal.getByRole('textbox', { name: 'Text: Impressum' }).fill(IMPRINT);
  await legal.getByRole('button', { name: 'Speichern: Impressum' }).click();
  await expect(legal.getByText('Nicht gespeicherte Änderungen')).toHaveCount(0);
}

/** Lets only invited people join. Returns the link of an invitation. */
async function invite(page: Page): Promise<string> {
  await page.goto('/admin/config/people');
  const registration = card(page, 'Registrierung');
  await registration.getByRole('combobox', { name: 'Registrierung' }).selectOption('Mit Einladung');
  await registration.getByRole('button', { name: 'Registrierung speichern' }).click();
  await expect(page.getByText('Registrierungseinstellungen gespeichert')).toBeVisible();
  await card(page, 'Einladungen').getByRole('button', { name: 'Personen einladen' }).click();
  await page.getByRole('button', { name: 'Link erstellen' }).click();
  return page.getByLabel('Link', { exact: true }).inputValue();
}

async function join(page: Page, { firstName, email }: ReturnType<typeof newcomer>): Promise<void> {
  await page.getByLabel('Vorname').fill(firstName);
  await page.getByLabel('E-Mail').fill(email);
  await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Passwort bestätigen').fill(PASSWORD);
  await page.getByRole('button', { name: 'Konto erstellen' }).click();
}

const devices: readonly [string, BrowserContextOptions, string[]][] = [
  ['phone', phone, []],
  ['desktop', desktop, ['@variant']],
];

for (const [device, options, tag] of devices) {
  story(
    `an admin makes a new instance their own, in German, for invited people: ${device}`,
    { tag },
    async ({ openContext, world }, info) => {
      const look = async (page: Page, place: string) => {
        await expect(page.locator('body')).not.toContainText('Zapdeck');
        await expectNoFindings(page, place);
        await page.screenshot({ path: info.outputPath(`${place}.png`) });
      };
      const page = await (await openContext({ ...options, ...german })).newPage();
      await logInAsAdmin(page);
      await setUp(page);
      const link = await invite(page);

      const visitor = await (await openContext({ ...options, ...german })).newPage();
      await visitor.goto('/');
      await expect(visitor).toHaveTitle(`Entdecke großartige Web-Apps · ${NAME}`);
      await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Heute schon gespielt?');
      await expect(visitor.getByRole('banner').getByRole('link', { name: NAME })).toBeVisible();
      await look(visitor, 'landing');
      await visitor.getByRole('button', { name: 'Menü' }).click();
      await expect(visitor.getByRole('dialog', { name: 'Menü' })).toContainText(NAME);
      await look(visitor, 'menu');
      await visitor.getByRole('link', { name: 'Impressum' }).first().click();
      await expect(visitor.getByText(IMPRINT)).toBeVisible();
      await look(visitor, 'imprint');
      for (const path of ['/about', '/discover', '/today', '/privacy'] as const) {
        await visitor.goto(path);
        await expect(visitor).toHaveTitle(new RegExp(`${NAME}$`));
        await look(visitor, path.slice(1));
      }

      await visitor.goto('/login');
      await visitor.getByRole('button', { name: 'Registrieren' }).click();
      await expect(visitor.getByRole('button', { name: 'Konto erstellen' })).toHaveCount(0);
      await look(visitor, 'not-invited');
      await visitor.goto(link);
      await look(visitor, 'invited');
      const who = newcomer('Frieda');
      await join(visitor, who);
      await expect(visitor).toHaveURL(/\/home/);
      await look(visitor, 'feed');

      const [confirm] = await linksTo(world.mailFolder, who.email, '/verify-email');
      const [mail = ''] = await mailsTo(world.mailFolder, who.email);
      expect(mail).toContain(`From: ${NAME} <`);
      expect(mail).not.toContain('Zapdeck');
      await visitor.goto(confirm ?? '');
      await expect(visitor.getByRole('heading', { level: 1, name: 'E-Mail' })).toBeVisible();
      await look(visitor, 'confirmed');

      const french = await (await openContext({ ...options, locale: 'fr-FR' })).newPage();
      await french.goto('/');
      await expect(french.locator('html')).toHaveAttribute('lang', 'fr');
      await expect(french.getByRole('heading', { level: 1 })).toHaveText('Heute schon gespielt?');
    },
  );
}
