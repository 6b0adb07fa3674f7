/**
 * A small virtual computer with the USB that this one may lack, and with a plug that can be pulled: it boots, runs one
 * script as root, and is gone. It has no network card, sees this computer's disk read-only, and needs no rights and no
 * virtualization of the processor.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { endsWithUs } from '../../tests/mqtt/support/ends-with-us.ts';
import { makeInitrd } from './initrd.ts';
import { ensureGuestKernel } from './kernel.ts';

/** What the guest writes its answers to; its console is another port, where the kernel may speak at any moment. */
export const ANSWER_PORT = '/dev/ttyS1';

/** Memory of the guest, in MiB: Electron and what is written to the disk's overlay have to fit. */
const MEMORY_MIB = 1536;

export interface GuestOptions {
  /** What the guest runs, as the lines of a shell script; PATH and udev are ready. */
  script: string;
  /** It is ended by force after so many milliseconds, whatever it is doing. */
  limitMs: number;
  /** A file that is the guest's own disk, `/dev/vda`; left out: it has none. */
  disk?: string;
  /** Called with each line that the guest writes to the answer port. */
  onAnswer(line: string): void;
}

export interface GuestEnd {
  /** Everything on its console. */
  console: string;
  /** Whether it had to be ended by force. */
  timedOut: boolean;
}

export interface Guest {
  /** Resolves when the guest is off. */
  readonly ended: Promise<GuestEnd>;
  /** Pulls the plug: what the guest has not written to its disk is lost. */
  kill(): void;
}

function machine(kernel: string, initrd: string, script: string, consoleFile: string, disk?: string): string[] {
  const processor = ['-accel', 'tcg,thread=multi,tb-size=512', '-cpu', 'max', '-smp', '2', '-m', String(MEMORY_MIB)];
  const bare = ['-nodefaults', '-no-user-config', '-display', 'none', '-nic', 'none', '-no-reboot'];
  const commandLine = `console=ttyS0 panic=-1 loglevel=3 mitigations=off guest_script=${script}`;
  const system = ['-kernel', join(kernel, 'vmlinuz'), '-initrd', initrd, '-append', commandLine];
  const ports = ['-serial', `file:${consoleFile}`, '-serial', 'stdio'];
  const shared = [
    '-fsdev',
    'local,id=host,path=/,security_model=none,readonly=on,multidevs=remap',
    '-device',
    'virtio-9p-pci,fsdev=host,mount_tag=host',
  ];
  // What the guest has flushed is in the file when the plug is pulled; what it has not is lost with its memory.
  const own = disk ? ['-drive', `file=${disk},format=raw,if=virtio,cache=writeback`] : [];
  return ['-machine', 'q35,usb=off', ...processor, ...bare, ...system, ...ports, ...shared, ...own];
}

/** "timeout" leads a group of its own, with the guest in it. No signal less than this one is a power cut. */
function killGroup(leader: ChildProcess): void {
  if (leader.pid === undefined || leader.exitCode !== null || leader.signalCode !== null) return;
  process.kill(-leader.pid, 'SIGKILL');
}

/**
 * Starts a guest.
 * @throws Error when its kernel cannot be had
 */
export async function bootGuest({ script, limitMs, disk, onAnswer }: GuestOptions): Promise<Guest> {
  const kernel = await ensureGuestKernel();
  const folder = await mkdtemp(join(tmpdir(), 'mensura-guest-'));
  const scriptFile = join(folder, 'script.sh');
  await writeFile(scriptFile, `. '${join(import.meta.dirname, 'enter.sh')}'\n${script}\n`);
  const consoleFile = join(folder, 'console');
  const initrd = await makeInitrd(kernel, folder);
  // "timeout" ends the guest even when this process is killed, and cannot.
  const limit = ['--kill-after=5', String(Math.ceil(limitMs / 1000)), 'qemu-system-x86_64'];
  const qemu = spawn('timeout', [...limit, ...machine(kernel, initrd, scriptFile, consoleFile, disk)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endsWithUs(qemu);
  let said = '';
  qemu.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const lines = createInterface({ input: qemu.stdout });
  lines.on('line', (line) => onAnswer(line.trimEnd()));
  const { promise: closed, resolve, reject } = Promise.withResolvers<number | null>();
  qemu.once('error', reject);
  qemu.once('close', (code) => resolve(code));
  const ended = closed.then(async (code) => {
    const text = await readFile(consoleFile, 'utf8').catch(() => '');
    await rm(folder, { recursive: true, force: true });
    return { console: `${text.replaceAll('\r', '')}${said}`, timedOut: code === 124 || code === 137 };
  });
  return { ended, kill: () => killGroup(qemu) };
}
