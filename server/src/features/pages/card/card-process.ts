import { constants, setPriority } from 'node:os';
import { type CardFacts, drawCard } from './draw-card.ts';

/*
 * A process beside the server: a drawing takes its processor for as long as hundreds of requests, and its fonts and
 * outlines are gone with it. It has the processor when nobody else wants it, and ends with the server.
 */

setPriority(constants.priority.PRIORITY_LOW);
process.on('disconnect', () => process.exit());
process.on('message', (facts: CardFacts) => {
  drawCard(facts).then(
    (picture) => process.send?.({ picture }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
