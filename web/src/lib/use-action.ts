import { useEffect, useRef, useState } from 'react';
import { type ToastOptions, toast } from '../components/ui/toast.tsx';
import { CallError } from './call.ts';
import { type Failure, notifyError } from './notify-error.ts';

export interface Options<In, Out> {
  work: (input: In) => Promise<Out>;
  /** The message after a success. */
  success?: ToastOptions | ((result: Out) => ToastOptions | undefined);
  failure: Failure;
  /** Shows the field errors of a refusal. */
  form?: { refuse: (fields: Readonly<Record<string, string>>) => void };
  /** Handles an error that needs more than a message. Returns true if it did. */
  onError?: (error: unknown) => boolean;
  onDone?: (result: Out) => void;
  /** The component goes away after a success. The action stays pending until then. */
  leaves?: true;
}

export interface Action<In> {
  pending: boolean;
  /** The error of the last run. Undefined while it is pending and after a success. */
  error: unknown;
  /** Runs the action. Does nothing while it is pending. */
  start: (...input: In extends void ? [] : [input: In]) => void;
  /** Runs the action again with the input of the last run. */
  retry: () => void;
}

/**
 * Runs something that the user starts, one run at a time, and shows the result as a message.
 *
 * The action belongs to its component, so give a component that edits a record the record's id as its key. If the component
 * is gone when a run ends, the message is still shown, but `form`, `onError` and `onDone` are not called: a late response
 * never changes the form of another record.
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
