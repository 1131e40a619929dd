import packageJson from '../../package.json' with { type: 'json' };

/** Of this server, as the changelog has it. */
export const VERSION: string = packageJson.version;
