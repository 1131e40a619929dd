import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { goodCertificate } from './certificates.ts';
import { exampleWith, type ProxyProcess, startProxy } from './example-proxy.ts';
import { HAPROXY } from './haproxy.ts';

export const HOST = 'zaps.example.org';

export interface HttpsProxy {
  /** Path of the program in Debian's package. */
  program: string;
  drainSeconds: number;
  start(folder: string, port: number, nodes: readonly [number, number]): Promise<ProxyProcess>;
}

async function writeCertificate(folder: string) {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  await writeFile(cert, goodCertificate.cert);
  await writeFile(key, goodCertificate.key);
  return { cert, key };
}

/** Returns nginx with hosting/nginx.conf, in which `failureSettings` replace max_fails=0. */
function nginxWith(failureSettings: string): HttpsProxy {
  return {
    program: '/usr/sbin/nginx',
    drainSeconds: 4,
    async start(folder, port, [one, two]) {
      const { cert, key } = await writeCertificate(folder);
      const config = await exampleWith('nginx.conf', [
        [/^server \{\n {2}listen 80;[^}]*\}\n/m, ''],
        [/listen 443/, `listen 127.0.0.1:${port}`],
        [/ {2}listen \[::\]:443 .*\n/, ''],
        [/\/etc\/\S*fullchain\.pem/, cert],
        [/\/etc\/\S*privkey\.pem/, key],
        [/127\.0\.0\.1:3000 max_fails=0/, `127.0.0.1:${one} ${failureSettings}`],
        [/127\.0\.0\.1:3010 max_fails=0/, `127.0.0.1:${two} ${failureSettings}`],
      ]);
      const file = join(folder, 'nginx.conf');
      const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((name) => `${name}_temp_path ${folder}/${name};`)
        .join(' ');
      await writeFile(
        file,
        `user root; daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;\nevents {}\nhttp { access_log off; ${own}\n${config}}\n`,
      );
      return startProxy('/usr/sbin/nginx', ['-c', file, '-p', folder, '-e', join(folder, 'error.log')]);
    },
  };
}

/**
 * Debian's caddy, haproxy and nginx with their files of hosting/, in front of two nodes, with a certificate for
 * HOST.
 */
export const httpsProxies: Readonly<Record<string, HttpsProxy>> = {
  caddy: {
    program: '/usr/bin/caddy',
    drainSeconds: 4,
    async start(folder, port, [one, two]) {
      const { cert, key } = await writeCertificate(folder);
      const config = await exampleWith('Caddyfile', [
        [/^zaps\.example\.org \{$/m, `https://zaps.example.org:${port} {\n\ttls ${cert} ${key}`],
        [/127\.0\.0\.1:3000/, `127.0.0.1:${one}`],
        [/127\.0\.0\.1:3010/, `127.0.0.1:${two}`],
      ]);
      const file = join(folder, 'Caddyfile');
      await writeFile(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${config}`);
      return startProxy('/usr/bin/caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
        HOME: folder,
      });
    },
  },
  haproxy: {
    program: HAPROXY,
    drainSeconds: 8,
    async start(folder, port, [one, two]) {
      const both = join(folder, 'both.pem');
      await writeFile(both, goodCertificate.cert + goodCertificate.key);
      const config = await exampleWith('haproxy.cfg', [
        [/bind :80$/m, `bind 127.0.0.1:${port} ssl crt ${both}`],
        [/10\.0\.0\.11:3000/, `127.0.0.1:${one}`],
        [/10\.0\.0\.12:3000/, `127.0.0.1:${two}`],
      ]);
      const file = join(folder, 'haproxy.cfg');
      await writeFile(file, config);
      return startProxy(HAPROXY, ['-db', '-f', file]);
    },
  },
  nginx: nginxWith('max_fails=0'),
};

/** Stops using a node for a minute after one failure. nginx's default of ten seconds is about as long as a restart. */
export const nginxSettingNodesAside = nginxWith('max_fails=1 fail_timeout=60s');
