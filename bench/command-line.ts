import { parseArgs } from 'node:util';

type Options<Defaults> = { [Name in keyof Defaults]: Defaults[Name] extends number ? number : string };

/**
 * Returns the options of the command line, with the types of their defaults. `keep` is the folder of a database that outlasts
 * the run, so that the next run does not fill it again.
 */
export function readOptions<Defaults extends Record<string, number | string>>(
  defaults: Defaults,
): Options<Defaults> & { keep: string | undefined } {
  const names = [...Object.keys(defaults), 'keep'];
  const { values } = parseArgs({
    options: Object.fromEntries(names.map((name) => [name, { type: 'string' }] as const)),
  });
  const valueOf = (name: string, normal: number | string) => {
    const value = values[name] ?? normal;
    return typeof normal === 'number' ? Number(value) : value;
  };
  const given = Object.entries(defaults).map(([name, normal]) => [name, valueOf(name, normal)]);
  return { ...(Object.fromEntries(given) as Options<Defaults>), keep: values['keep'] };
}

/** Prints a line with the seconds since the start of the process. */
export function say(line: string): void {
  process.stdout.write(`${(performance.now() / 1000).toFixed(0).padStart(5)} s  ${line}\n`);
}
