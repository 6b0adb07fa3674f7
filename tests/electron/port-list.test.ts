import { describe, expect, test, vi } from 'vitest';

vi.mock('electron', () => ({}));

const { sortPorts } = await import('../../electron/serial-ports.ts');

describe('arrangePorts', () => {
  test('separates USB ports from built-in ones, sorted by number', () => {
    const ports = [
      { path: 'COM10', vendorId: '0403', manufacturer: 'FTDI' },
      { path: 'COM9', vendorId: '0403' },
      { path: 'COM1' },
    ];
    expect(sortPorts(ports, new Set())).toEqual({
      usb: [
        { path: 'COM9', label: 'COM9' },
        { path: 'COM10', label: 'COM10 (FTDI)' },
      ],
      builtIn: [{ path: 'COM1', label: 'COM1' }],
    });
  });

  test('omits ports in use', () => {
    const ports = [{ path: '/dev/ttyUSB0', vendorId: '0403' }, { path: '/dev/ttyS0' }];
    expect(sortPorts(ports, new Set(['/dev/ttyUSB0', '/dev/ttyS0']))).toEqual({ usb: [], builtIn: [] });
  });

  test('limits the number of ports', () => {
    const ports = Array.from({ length: 100 }, (_, index) => ({ path: `/dev/ttyS${index}` }));
    expect(sortPorts(ports, new Set()).builtIn).toHaveLength(30);
  });
});
