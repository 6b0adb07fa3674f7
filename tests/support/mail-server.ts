/** A real mail server on a free port of 127.0.0.1, which can be killed and started again: Debian's Exim. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { ensureUnpacked, UNPACKED_PROGRAMS } from '../../build/unpacked-programs.ts';
import { isRoot, NOBODY } from '../../build/unprivileged.ts';
import { atEnd } from './at-end.ts';
import { endsWithUs } from './ends-with-us.ts';
import { freePort } from './free-port.ts';
import type { Certificate } from './mqtt/certificates.ts';
import { freshFolder } from './process.ts';
import { until } from './until.ts';

/** The only user, and the mailboxes of example.com. */
export const MAIL_USER = { username: 'plant', password: 'röntgen 1' } as const;
const MAILBOXES = ['lab', 'office'];

export interface MailServerOptions {
  certificate: Certificate;
  /** TLS from the start; otherwise STARTTLS. */
  isTls?: boolean;
  /** Whether it sends only for users who sign in, which it offers with encryption. */
  requiresSignIn?: boolean;
}

export interface MailPart {
  type: string;
  /** Decoded; of other parts than texts in base64. */
  content: string;
  /** With angle brackets; empty without. */
  cid: string;
  disposition: string;
}

export interface ReceivedMail {
  /** Decoded, by lower-case name. */
  headers: Record<string, string>;
  parts: MailPart[];
}

/** Python's parser of mailboxes and MIME. */
const PARSER = `
import base64, email, email.policy, json, mailbox, sys
read = lambda file: email.message_from_binary_file(file, policy=email.policy.default)
def part(p):
    content = p.get_content()
    text = content if isinstance(content, str) else base64.b64encode(content).decode()
    return dict(type=p.get_content_type(), content=text, cid=p['Content-ID'] or '', disposition=p.get_content_disposition() or '')
print(json.dumps([dict(headers={n.lower(): str(v) for n, v in m.items()}, parts=[part(p) for p in m.walk() if not p.is_multipart()]) for m in mailbox.mbox(sys.argv[1], factory=read)]))
`;

export class MailServer {
  readonly port: number;
  readonly #folder = freshFolder();
  readonly #options: MailServerOptions;
  #child: ChildProcess | undefined;

  private constructor(port: number, options: MailServerOptions) {
    this.port = port;
    this.#options = options;
    atEnd(() => this.kill());
  }

  /** It is ended at the end of the test file. */
  static async start(options: MailServerOptions): Promise<MailServer> {
    const server = new MailServer(await freePort(), options);
    server.#prepare();
    await server.start();
    return server;
  }

  /** Starts it, also again. */
  async start(): Promise<void> {
    const program = join(await ensureUnpacked('exim4-daemon-light'), UNPACKED_PROGRAMS['exim4-daemon-light']);
    const args = ['-C', this.#path('exim.conf'), '-bdf', '-oX', `127.0.0.1.${this.port}`];
    const child = spawn(program, args, {
      // Its own process group: each connection is a process.
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        // Exim's user is compiled in and does not exist here.
        LD_PRELOAD: 'libnss_wrapper.so',
        NSS_WRAPPER_PASSWD: this.#path('passwd'),
        NSS_WRAPPER_GROUP: this.#path('group'),
      },
      ...(isRoot() && NOBODY),
    });
    endsWithUs(child);
    this.#child = child;
    let log = '';
    child.stderr.on('data', (chunk: Buffer) => (log = (log + chunk.toString()).slice(-10_000)));
    await until('Exim to accept', async () => {
      if (child.exitCode !== null) throw new Error(`Exim ended: ${log}${this.log()}`);
      const socket = connect(this.port, '127.0.0.1');
      return once(socket, 'connect')
        .then(
          () => true,
          () => false,
        )
        .finally(() => socket.destroy());
    });
  }

  /** Ends it and its connections at once; what it has accepted stays. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    process.kill(-child.pid, 'SIGKILL');
    await exit;
  }

  /** Whether it holds each message for a minute before it accepts it. */
  hold(isHeld: boolean): void {
    if (isHeld) writeFileSync(this.#path('hold'), '');
    else rmSync(this.#path('hold'));
  }

  /** Whether it holds a message. */
  isHolding(): boolean {
    return this.log().includes('holding');
  }

  /** Everything that it has logged. */
  log(): string {
    const path = this.#path('mainlog');
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  }

  /** What it has delivered, in order: one copy for each recipient. */
  mails(): ReceivedMail[] {
    const mailbox = this.#path('mailbox');
    if (!existsSync(mailbox)) return [];
    return JSON.parse(execFileSync('python3', ['-c', PARSER, mailbox], { encoding: 'utf8' })) as ReceivedMail[];
  }

  #path(name: string): string {
    return join(this.#folder, name);
  }

  #prepare(): void {
    const { certificate } = this.#options;
    const owner = isRoot() ? NOBODY : { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
    cpSync(certificate.certificatePath, this.#path('server.pem'));
    cpSync(certificate.keyPath, this.#path('server.key'));
    const users = `root:x:0:0::/root:/bin/sh\nDebian-exim:x:${owner.uid}:${owner.gid}::/nonexistent:/bin/false\n`;
    writeFileSync(this.#path('passwd'), users);
    writeFileSync(this.#path('group'), `root:x:0:\nDebian-exim:x:${owner.gid}:\n`);
    writeFileSync(this.#path('exim.conf'), this.#config());
    mkdirSync(this.#path('spool'));
    chmodSync(this.#folder, 0o755);
    for (const name of ['', 'server.pem', 'server.key', 'spool']) chownSync(this.#path(name), owner.uid, owner.gid);
  }

  #config(): string {
    const { isTls = false, requiresSignIn = true } = this.#options;
    const folder = this.#folder;
    return `primary_hostname = mail.test
spool_directory = ${folder}/spool
log_file_path = ${folder}/%slog
pid_file_path = ${folder}/exim.pid
domainlist local_domains = example.com
tls_advertise_hosts = *
tls_certificate = ${folder}/server.pem
tls_privatekey = ${folder}/server.key
${isTls ? `tls_on_connect_ports = ${this.port}` : ''}
auth_advertise_hosts = \${if eq{$tls_in_cipher}{}{}{*}}
acl_smtp_rcpt = rcpt
acl_smtp_data = data
message_size_limit = 1M
deliver_drop_privilege
host_lookup =
keep_environment =
begin acl
rcpt:
${requiresSignIn ? '  require authenticated = *' : ''}
  require verify = recipient
  accept
data:
  warn condition = \${if exists{${folder}/hold}}
       logwrite = holding
       delay = 60s
  accept
begin routers
mailboxes:
  driver = accept
  domains = +local_domains
  local_parts = ${MAILBOXES.join(' : ')}
  transport = mailbox
begin transports
mailbox:
  driver = appendfile
  file = ${folder}/mailbox
  headers_add = X-Arrived: $tod_epoch
  user = Debian-exim
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_condition = \${if and{{eq{$auth2}{${MAIL_USER.username}}}{eq{$auth3}{${MAIL_USER.password}}}}}
  server_set_id = $auth2
`;
  }
}
