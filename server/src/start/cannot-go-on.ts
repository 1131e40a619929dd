export class CannotGoOn extends Error {
  override name = 'CannotGoOn';
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
