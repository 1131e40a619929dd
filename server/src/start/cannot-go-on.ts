/** The process must end. The message is shown to the operator. */
export class CannotGoOn extends Error {
  override name = 'CannotGoOn';
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
