import { defaultInstance, type Instance, type PublicInstance } from '@zapdeck/contract/instance/instance';
import { DEFAULT_LANGUAGE } from '@zapdeck/contract/wire/languages';
import { publicInstance } from '@zapdeck/contract/instance/public-instance';
import { screens } from '@zapdeck/contract/instance/screens';
import type { Db } from '../../../db/client.ts';
import type { OwnFile } from '../../../http/web-files.ts';
import { speechIn } from '../../../languages/say.ts';
import { drawnLook } from './link-pictures.ts';
import type { InstancePictureFacts } from './draw-instance-picture.ts';

interface Needs {
  db: Db;
  drawer: { draw: (facts: InstancePictureFacts) => Promise<Buffer> };
  instance: () => Instance;
}

const isStandard = ({ name, accent, logo, tagline, landing, defaultLanguage }: PublicInstance) =>
  name === defaultInstance.name &&
  defaultLanguage === DEFAULT_LANGUAGE &&
  [accent, logo, tagline, landing.heading].every((own) => own === null);

/** Returns a function that draws the instance's picture. It returns undefined for the standard look. */
export function createInstancePicture({ db, drawer, instance }: Needs): () => Promise<OwnFile | undefined> {
  let made: { of: Instance; content: Promise<Buffer> } | undefined;
  const draw = async (current: Instance, { landing, tagline }: PublicInstance) => {
    const { say, sayMarked } = speechIn(current.defaultLanguage);
    return drawer.draw({
      instance: await drawnLook(db, current),
      heading: landing.heading ?? sayMarked(screens.landing.title),
      line: tagline ?? say('Live web apps, one swipe at a time.'),
    });
  };
  return async () => {
    const current = instance();
    const shown = publicInstance(current, current.defaultLanguage);
    if (isStandard(shown)) return undefined;
    if (made?.of !== current) {
      const content = draw(current, shown);
      made = { of: current, content };
      content.catch(() => (made = undefined));
    }
    return { type: 'image/png', content: await made.content };
  };
}
