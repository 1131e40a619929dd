import packageJson from '../../package.json' with { type: 'json' };

/** Version of this server, as in the changelog. */
export const VERSION: string = packageJson.version;
