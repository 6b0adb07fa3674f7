/** This computer, where it has no USB: as in most containers. */
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { startService } from '../support/service.ts';

describe.runIf(!existsSync('/sys/bus/usb/devices'))('a computer without USB', () => {
  it('is fine for the service, which says so once', async () => {
    const service = await startService();
    const info = await (await fetch(`${service.url}/device-service-info`)).json();
    expect(info).toMatchObject({ status: 'ok' });
    const log = service.output();
    expect(await service.stop()).toBe(0);
    expect(log.match(/no USB/gi)).toHaveLength(1);
  });
});
