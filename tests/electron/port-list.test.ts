import { describe, expect, test, vi } from 'vitest';

vi.mock('electron', () => ({}));

const { groupPorts } = await import('../../electron/serial-ports.ts');

describe('groupPorts', () => {
  test('separates USB ports from built-in ones', () => {
    const ports = [
      { path: 'COM9', manufacturer: '', usb: true },
      { path: 'COM10', manufacturer: 'FTDI', usb: true },
      { path: 'COM1', manufacturer: '', usb: false },
    ];
    expect(groupPorts(ports, new Set())).toEqual({
      usb: [
        { path: 'COM9', label: 'COM9' },
        { path: 'COM10', label: 'COM10 (FTDI)' },
      ],
      builtIn: [{ path: 'COM1', label: 'COM1' }],
    });
  });

  test('omits ports in use', () => {
    const ports = [
      { path: '/dev/ttyUSB0', manufacturer: '', usb: true },
      { path: '/dev/ttyS0', manufacturer: '', usb: false },
    ];
    expect(groupPorts(ports, new Set(['/dev/ttyUSB0', '/dev/ttyS0']))).toEqual({ usb: [], builtIn: [] });
  });

  test('limits the number of ports', () => {
    const ports = Array.from({ length: 100 }, (_, index) => ({
      path: `/dev/ttyS${index}`,
      manufacturer: '',
      usb: false,
    }));
    expect(groupPorts(ports, new Set()).builtIn).toHaveLength(30);
  });
});
