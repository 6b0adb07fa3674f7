/**
 * A small virtual computer with the USB that this one may lack, and with a plug that can be pulled: it boots, runs one
 * script as root, and is gone. It has no network card, sees this computer's disk read-only, and needs no rights and no
 * virtualization of the processor.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { endsWithUs } from '../../tests/support/ends-with-us.ts';
import { makeInitrd } from './initrd.ts';
import { guestKernel } from './kernel.ts';

/** Memory of the guest, in MiB: Electron and what is written to the disk's overlay have to fit. */
const MEMORY_MIB = 1536;

export interface GuestOptions {
  /** What the guest runs, as the lines of a shell script; PATH and udev are ready. */
  script: string;
  /** Texts for the script, by name: files in the folder that `$FILES` is. */
  files?: Record<string, string>;
  /** How many processors it has: 1, unless given. */
  processors?: number;
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

function machine(
  kernel: string,
  initrd: string,
  script: string,
  consoleFile: string,
  processors: number,
  disk?: string,
): string[] {
  // Wide vectors are slow to emulate: a processor without them runs Node with a quarter less time. So are two
  // processors: what one of them does then has to be safe from the other.
  const model = ['-cpu', 'Nehalem,+rdrand', '-smp', String(processors), '-m', String(MEMORY_MIB)];
  const processor = ['-accel', 'tcg,tb-size=512', ...model];
  const bare = ['-nodefaults', '-no-user-config', '-display', 'none', '-nic', 'none', '-no-reboot'];
  const commandLine = `console=ttyS0 panic=-1 loglevel=3 mitigations=off guest_script=${script}`;
  const system = ['-kernel', join(kernel, 'vmlinux'), '-initrd', initrd, '-append', commandLine];
  const ports = ['-serial', `file:${consoleFile}`, '-serial', 'stdio'];
  const shared = [
    '-fsdev',
    'local,id=host,path=/,security_model=none,readonly=on,multidevs=remap',
    '-device',
    'virtio-9p-pci,fsdev=host,mount_tag=host',
  ];
  // What the guest has written to its disk is in the file when the plug is pulled; the rest is lost with its memory.
  // This computer's own disk need not have it for that: it goes on.
  const own = disk ? ['-drive', `file=${disk},format=raw,if=virtio,cache=unsafe`] : [];
  return ['-machine', 'q35,usb=off', ...processor, ...bare, ...system, ...ports, ...shared, ...own];
}

/** "timeout" leads a group of its own, with the guest in it. No signal less than this one is a power cut. */
function killGroup(leader: ChildProcess): void {
  if (leader.pid === undefined || leader.exitCode !== null || leader.signalCode !== null) return;
  process.kill(-leader.pid, 'SIGKILL');
}

/** Copies udev's own rules alone: the guest does not depend on what else this computer has installed. */
async function copyUdevRules(folder: string): Promise<void> {
  await mkdir(folder);
  const files = execFileSync('dpkg', ['-L', 'udev'], { encoding: 'utf8' }).split('\n');
  const rules = files.filter((file) => /rules\.d\/.*\.rules$/.test(file));
  for (const file of rules) await cp(file, join(folder, basename(file)));
}

/**
 * Starts a guest.
 * @throws Error when its kernel cannot be had
 */
export async function bootGuest({
  script,
  files = {},
  processors = 1,
  limitMs,
  disk,
  onAnswer,
}: GuestOptions): Promise<Guest> {
  const kernel = await guestKernel();
  const folder = await mkdtemp(join(tmpdir(), 'mensura-guest-'));
  const scriptFile = join(folder, 'script.sh');
  const rules = join(folder, 'udev-rules');
  await copyUdevRules(rules);
  const enter = join(import.meta.dirname, 'enter.sh');
  await writeFile(scriptFile, `FILES='${folder}' UDEV_RULES='${rules}'\n. '${enter}'\n${script}\n`);
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const consoleFile = join(folder, 'console');
  const initrd = await makeInitrd(kernel, folder);
  // "timeout" ends the guest even when this process is killed, and cannot.
  const limit = ['--kill-after=5', String(Math.ceil(limitMs / 1000)), 'qemu-system-x86_64'];
  const qemu = spawn('timeout', [...limit, ...machine(kernel, initrd, scriptFile, consoleFile, processors, disk)], {
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
