import { defaultInstance, type Instance } from '@zapdeck/contract/instance';
import { publicInstance } from '@zapdeck/contract/public-instance';
import { screens } from '@zapdeck/contract/screens';
import type { Db } from '../../../db/client.ts';
import type { OwnFile } from '../../../http/own-files.ts';
import { speechIn } from '../../../languages/say.ts';
import { drawnLook } from './link-pictures.ts';
import type { LinkPictureDrawer } from './link-picture-drawer.ts';

interface Needs {
  db: Db;
  drawer: LinkPictureDrawer;
  instance: () => Instance;
}

/** Returns a function that draws the picture of the instance for link previews and mails. Undefined for the standard look. */
export function createInstancePicture({ db, drawer, instance }: Needs): () => Promise<OwnFile | undefined> {
  let made: { of: Instance; content: Promise<Buffer> } | undefined;
  const draw = async (current: Instance) => {
    const { landing, tagline } = publicInstance(current, current.defaultLanguage);
    const { say, sayMarked } = speechIn(current.defaultLanguage);
    return drawer.draw({
      instance: await drawnLook(db, current),
      heading: landing.heading ?? sayMarked(screens.landing.title),
      line: tagline ?? say('Live web apps, one swipe after the other.'),
    });
  };
  return async () => {
    const current = instance();
    const { name, accent, logo } = current;
    if (name === defaultInstance.name && accent === null && logo === null) return undefined;
    if (made?.of !== current) {
      const content = draw(current);
      made = { of: current, content };
      content.catch(() => (made = undefined));
    }
    return { type: 'image/png', content: await made.content };
  };
}
