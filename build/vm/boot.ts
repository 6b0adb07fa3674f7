/**
 * A small virtual machine with USB, whose power can be cut. It boots, runs one script as root, and ends. It has no
 * network card and a read-only view of this computer's disk, and requires neither root nor hardware virtualization.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { endsWithUs } from '../../tests/support/ends-with-us.ts';
import { guestKernel, makeInitrd } from './kernel.ts';

/** Memory of the guest, in MiB: for Electron and for the overlay of the disk. */
const MEMORY_MIB = 1536;

export interface GuestOptions {
  /** Lines of a shell script; PATH and udev are set up. */
  script: string;
  /** Texts by file name, in the folder `$FILES`. */
  files?: Record<string, string>;
  /** Number of processors. Default 1. */
  processors?: number;
  /** The guest is killed after this time, in milliseconds. */
  limitMs: number;
  /** The file of the guest's disk `/dev/vda`; undefined: no disk. */
  disk?: string;
  /** Called for each line that the guest writes to the answer port. */
  onOutput(line: string): void;
}

export interface VmExit {
  console: string;
  /** Whether it was killed. */
  timedOut: boolean;
}

export interface Vm {
  /** Resolves when the guest is off. */
  readonly ended: Promise<VmExit>;
  /** Cuts the power: data that is not on the disk yet is lost. */
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
  // Without wide vectors, which are slow to emulate, Node takes a quarter less time. A second processor slows down
  // the emulation of both.
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
  // After a power cut of the guest its writes must be in the file, but not on this computer's disk.
  const own = disk ? ['-drive', `file=${disk},format=raw,if=virtio,cache=unsafe`] : [];
  return ['-machine', 'q35,usb=off', ...processor, ...bare, ...system, ...ports, ...shared, ...own];
}

/** "timeout" leads a process group that includes the guest. Only SIGKILL is like a power cut. */
function killGroup(leader: ChildProcess): void {
  if (leader.pid === undefined || leader.exitCode !== null || leader.signalCode !== null) return;
  process.kill(-leader.pid, 'SIGKILL');
}

/** Copies only the rules of udev itself, so that the guest does not depend on other software. */
async function copyUdevRules(folder: string): Promise<void> {
  await mkdir(folder);
  const files = execFileSync('dpkg', ['-L', 'udev'], { encoding: 'utf8' }).split('\n');
  const rules = files.filter((file) => /rules\.d\/.*\.rules$/.test(file));
  for (const file of rules) await cp(file, join(folder, basename(file)));
}

/**
 * Starts a guest.
 * @throws Error if the kernel is not available
 */
export async function bootVm({
  script,
  files = {},
  processors = 1,
  limitMs,
  disk,
  onOutput,
}: GuestOptions): Promise<Vm> {
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
  // "timeout" ends the guest even if this process is killed.
  const limit = ['--kill-after=5', String(Math.ceil(limitMs / 1000)), 'qemu-system-x86_64'];
  const qemu = spawn('timeout', [...limit, ...machine(kernel, initrd, scriptFile, consoleFile, processors, disk)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endsWithUs(qemu);
  let errors = '';
  qemu.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const lines = createInterface({ input: qemu.stdout });
  lines.on('line', (line) => onOutput(line.trimEnd()));
  const { promise: closed, resolve, reject } = Promise.withResolvers<number | null>();
  qemu.once('error', reject);
  qemu.once('close', (code) => resolve(code));
  const ended = closed.then(async (code) => {
    const text = await readFile(consoleFile, 'utf8').catch(() => '');
    await rm(folder, { recursive: true, force: true });
    return { console: `${text.replaceAll('\r', '')}${errors}`, timedOut: code === 124 || code === 137 };
  });
  return { ended, kill: () => killGroup(qemu) };
}
