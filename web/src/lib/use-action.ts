import { useEffect, useRef, useState } from 'react';
import { type ToastOptions, toast } from './toasts.ts';
import { CallError } from './call.ts';
import { type Failure, notifyError } from './notify-error.ts';

export interface Options<In, Out> {
  work: (input: In) => Promise<Out>;
  success?: ToastOptions | ((result: Out) => ToastOptions | undefined);
  failure: Failure;
  form?: { refuse: (fields: Readonly<Record<string, string>>) => void };
  /** Handles an error that needs more than a message. Returns true if it did. */
  onError?: (error: unknown) => boolean;
  onDone?: (result: Out) => void;
  /** The component unmounts after a success. The action stays pending until then. */
  leaves?: true;
}

export interface Action<In> {
  pending: boolean;
  error: unknown;
  start: (...input: In extends void ? [] : [input: In]) => void;
  /** Repeats the last run with the same input. */
  retry: () => void;
}

/**
 * Runs an action of the user, one run at a time, and shows the result as a message. Give a component that edits a record
 * the record's id as its key: after it unmounts, `form`, `onError` and `onDone` are not called, so a late response never
 * changes another record's form.
 */
export function useAction<In = void, Out = unknown>(options: Options<In, Out>): Action<In> {
  const [state, setState] = useState<{ pending: boolean; error?: unknown }>({ pending: false });
  const isMounted = useRef(false);
  const isRunning = useRef(false);
  const lastInput = useRef<In>(undefined);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  const fail = (error: unknown) => {
    isRunning.current = false;
    setState({ pending: false, error });
    if (isMounted.current) {
      if (options.onError?.(error)) return;
      if (error instanceof CallError) options.form?.refuse(error.fields);
    }
    notifyError(error, options.failure);
  };
  const run = async (input: In) => {
    if (isRunning.current) return;
    isRunning.current = true;
    lastInput.current = input;
    setState({ pending: true });
    let result: Out;
    try {
      result = await options.work(input);
    } catch (error) {
      return fail(error);
    }
    const { success, onDone, leaves } = options;
    const message = typeof success === 'function' ? success(result) : success;
    if (message) toast(message);
    if (!isMounted.current) return;
    onDone?.(result);
    if (leaves) return;
    isRunning.current = false;
    setState({ pending: false });
  };
  return {
    pending: state.pending,
    error: state.error,
    start: (...[input]) => void run(input as In),
    retry: () => void run(lastInput.current as In),
  };
}
