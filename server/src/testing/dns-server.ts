import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import ipaddr from 'ipaddr.js';

const HEADER_BYTES = 12;
const types = { A: 1, CNAME: 5, AAAA: 28 } as const;
const CLASS_INTERNET = 1;
const ANSWER_FLAGS = 0x8580;
const SERVER_FAILURE = 2;
const NO_SUCH_NAME = 3;

interface DnsRecord {
  type: keyof typeof types;
  data: string;
  name?: string;
}

type DnsAnswer = DnsRecord[] | 'fails' | 'unknown' | 'silent';

export interface DnsServer {
  address: string;
  /** A list of answers is used in turn; the last one stays. */
  set(name: string, answer: DnsAnswer): void;
  setInTurn(name: string, ...answers: DnsAnswer[]): void;
  asked(name: string): number;
  outage: 'fails' | 'silent' | undefined;
  close(): Promise<void>;
}

const label = (part: string) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part)]);
const nameBytes = (name: string) => Buffer.concat([...name.split('.').map(label), Buffer.from([0])]);

function readName(message: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

function recordBytes(asked: string, { type, data, name = asked }: DnsRecord): Buffer {
  const value = type === 'CNAME' ? nameBytes(data) : Buffer.from(ipaddr.parse(data).toByteArray());
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(types[type], 0);
  fixed.writeUInt16BE(CLASS_INTERNET, 2);
  fixed.writeUInt32BE(0, 4);
  fixed.writeUInt16BE(value.length, 8);
  return Buffer.concat([nameBytes(name), fixed, value]);
}

function reply(message: Buffer, end: number, records: Buffer[], failure: number): Buffer {
  const header = Buffer.from(message.subarray(0, HEADER_BYTES));
  header.writeUInt16BE(ANSWER_FLAGS | failure, 2);
  header.writeUInt16BE(records.length, 6);
  header.writeUInt16BE(0, 8);
  header.writeUInt16BE(0, 10);
  return Buffer.concat([header, message.subarray(HEADER_BYTES, end), ...records]);
}

/** Starts a DNS server with programmable answers, on loopback by default. */
export async function startDnsServer(at = '127.0.0.1', port = 0): Promise<DnsServer> {
  const answers = new Map<string, DnsAnswer[]>();
  const questions = new Map<string, Map<number, number>>();
  const socket = createSocket('udp4');
  socket.on('message', (message, peer) => {
    const { name, end } = readName(message);
    const type = message.readUInt16BE(end);
    const counts = questions.get(name) ?? new Map<number, number>();
    const before = counts.get(type) ?? 0;
    questions.set(name, counts.set(type, before + 1));
    const inTurn = answers.get(name) ?? ['unknown'];
    const answer = server.outage ?? inTurn[Math.min(before, inTurn.length - 1)] ?? 'unknown';
    if (answer === 'silent') return;
    const isAnswered = (record: DnsRecord) => record.type === 'CNAME' || types[record.type] === type;
    const records = typeof answer === 'string' ? [] : answer.filter(isAnswered);
    const failure = { fails: SERVER_FAILURE, unknown: NO_SUCH_NAME }[answer as string] ?? 0;
    const bytes = records.map((record) => recordBytes(name, record));
    socket.send(reply(message, end + 4, bytes, failure), peer.port, peer.address);
  });
  socket.bind(port, at);
  await once(socket, 'listening');
  const server: DnsServer = {
    address: `${at}:${socket.address().port}`,
    outage: undefined,
    set: (name, answer) => void answers.set(name, [answer]),
    setInTurn: (name, ...inTurn) => void answers.set(name, inTurn),
    asked: (name) => [...(questions.get(name)?.values() ?? [])].reduce((sum, count) => sum + count, 0),
    async close() {
      socket.close();
      await once(socket, 'close');
    },
  };
  return server;
}
