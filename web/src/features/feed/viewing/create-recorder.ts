import { DURATION_MAX_MS, DURATIONS_MAX, type InteractionType } from '@zapdeck/contract/interactions';

type Durations = Record<string, number>;

interface Batch {
  batchId: string;
  durations: Durations;
}

/** `key` names this one interaction, however often it is sent. Milliseconds. */
interface Interaction {
  appId: string;
  interactionType: InteractionType;
  duration: number;
  key: string;
}

export interface RecorderDeps {
  newId: () => string;
  /** Goes on when the page goes. */
  sendInteraction: (interaction: Interaction) => Promise<{ counted: boolean }>;
  sendDurations: (batch: Batch) => Promise<unknown>;
  /** Hands the batch to the browser to send even when the page goes; false when it refuses. */
  beacon: (batch: Batch) => boolean;
  sendZapCount: (zapCount: number) => Promise<unknown>;
  /** True when the failure may pass, so that the same may be sent again. */
  mayPass: (error: unknown) => boolean;
  onError: (what: string, error: unknown) => void;
}

export interface Recorder {
  /** Reports a view after `VIEW_MS`, and returns whether it counted: the same app counts again only after a while. */
  view: (appId: string) => Promise<boolean>;
  interaction: (appId: string, interactionType: InteractionType, durationMs: number) => void;
  /** Sends the durations, and what could not be sent before. */
  durations: (durations: Durations) => void;
  durationsAtExit: (durations: Durations) => void;
  zapCount: (zapCount: number) => void;
}

/** A card counts as viewed once it has been in sight for this long. */
export const VIEW_MS = 1_000;
/** What could not be sent and waits for the next occasion, of batches and of interactions. */
const KEPT_MAX = 200;

/** What may be claimed, in parts that one call takes: far below what a beacon carries, too. */
function bounded(durations: Durations): Durations[] {
  const claimed = Object.entries(durations)
    .filter(([, ms]) => ms > 0)
    .map(([id, ms]) => [id, Math.min(Math.round(ms), DURATION_MAX_MS)] as const);
  const parts = Math.ceil(claimed.length / DURATIONS_MAX);
  return Array.from({ length: parts }, (_, part) =>
    Object.fromEntries(claimed.slice(part * DURATIONS_MAX, (part + 1) * DURATIONS_MAX)),
  );
}

/** Sends what a person did. Failures are told to `onError` and never to the person; specification, section 8. */
export function createRecorder(deps: RecorderDeps): Recorder {
  let waiting: Batch[] = [];
  let unsent: Interaction[] = [];
  let newestZap = 0;
  let zapBusy = false;

  const pack = (durations: Durations) => {
    const parts = bounded(durations).map((part) => ({ batchId: deps.newId(), durations: part }));
    waiting = [...waiting, ...parts].slice(-KEPT_MAX);
  };

  const send = (interaction: Interaction) => {
    deps.sendInteraction(interaction).catch((error: unknown) => {
      deps.onError('interaction', error);
      if (deps.mayPass(error)) unsent = [...unsent, interaction].slice(-KEPT_MAX);
    });
  };

  const sendUnsent = () => {
    const again = unsent;
    unsent = [];
    for (const interaction of again) send(interaction);
  };

  const sendZaps = async () => {
    if (zapBusy) return;
    zapBusy = true;
    let reported = -1;
    // While one is on its way, further zaps only raise the number that goes next.
    while (reported !== newestZap) {
      reported = newestZap;
      await deps.sendZapCount(reported).catch((error: unknown) => deps.onError('zap count', error));
    }
    zapBusy = false;
  };

  return {
    view(appId) {
      return deps
        .sendInteraction({ appId, interactionType: 'view', duration: VIEW_MS, key: deps.newId() })
        .then(
          ({ counted }) => counted,
          (error: unknown) => {
            deps.onError('view', error);
            return false;
          },
        );
    },
    interaction(appId, interactionType, durationMs) {
      const duration = Math.min(Math.max(0, Math.round(durationMs)), DURATION_MAX_MS);
      send({ appId, interactionType, duration, key: deps.newId() });
    },
    durations(durations) {
      pack(durations);
      sendUnsent();
      const batches = waiting;
      waiting = [];
      for (const batch of batches) {
        deps.sendDurations(batch).catch((error: unknown) => {
          deps.onError('durations', error);
          if (deps.mayPass(error)) waiting.push(batch);
        });
      }
    },
    durationsAtExit(durations) {
      pack(durations);
      sendUnsent();
      waiting = waiting.filter((batch) => !deps.beacon(batch));
    },
    zapCount(zapCount) {
      newestZap = zapCount;
      void sendZaps();
    },
  };
}
