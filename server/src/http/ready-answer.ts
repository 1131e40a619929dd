/**
 * An answer that is text already, with a tag that changes whenever it would: built from typed rows on the hottest
 * calls, whose shape tests hold to the contract. Without a text, the caller has it: its `If-None-Match` is the tag.
 */
export class ReadyAnswer {
  readonly tag: string;
  readonly json: string | null;

  constructor(tag: string, json: string | null) {
    this.tag = tag;
    this.json = json;
  }
}
