import { DURATION_MAX_MS, type InteractionType } from '@zapdeck/contract/interactions';

type Durations = Record<string, number>;

interface Batch {
  batchId: string;
  durations: Durations;
}

export interface RecorderDeps {
  newId: () => string;
  sendInteraction: (body: {
    appId: string;
    interactionType: InteractionType;
    duration: number;
  }) => Promise<{ counted: boolean }>;
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
  durations: (durations: Durations) => void;
  durationsAtExit: (durations: Durations) => void;
  zapCount: (zapCount: number) => void;
}

/** A card counts as viewed once it has been in sight for this long. */
export const VIEW_MS = 1_000;
/** Batches that could not be sent and wait for the next occasion. */
const BATCHES_KEPT = 20;

function bounded(durations: Durations): Durations {
  const seen = Object.entries(durations).filter(([, ms]) => ms > 0);
  return Object.fromEntries(seen.map(([id, ms]) => [id, Math.min(Math.round(ms), DURATION_MAX_MS)]));
}

/** Sends what a person did. Failures are told to `onError` and never to the person; specification, section 8. */
export function createRecorder(deps: RecorderDeps): Recorder {
  let waiting: Batch[] = [];
  let newestZap = 0;
  let zapBusy = false;

  const pack = (durations: Durations) => {
    const counted = bounded(durations);
    if (Object.keys(counted).length > 0) waiting.push({ batchId: deps.newId(), durations: counted });
    waiting = waiting.slice(-BATCHES_KEPT);
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
      return deps.sendInteraction({ appId, interactionType: 'view', duration: VIEW_MS }).then(
        ({ counted }) => counted,
        (error: unknown) => {
          deps.onError('view', error);
          return false;
        },
      );
    },
    interaction(appId, interactionType, durationMs) {
      const duration = Math.min(Math.max(0, Math.round(durationMs)), DURATION_MAX_MS);
      deps
        .sendInteraction({ appId, interactionType, duration })
        .catch((error: unknown) => deps.onError('interaction', error));
    },
    durations(durations) {
      pack(durations);
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
      waiting = waiting.filter((batch) => !deps.beacon(batch));
    },
    zapCount(zapCount) {
      newestZap = zapCount;
      void sendZaps();
    },
  };
}
