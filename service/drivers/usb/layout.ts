import type { ChannelDefinition, ChannelLabels, Product } from '../../contract/index.ts';
import type { CatalogueEntry } from '../../devices/catalogue.ts';
import { createProduct, findEntry, productOf, VENDOR } from '../../devices/catalogue.ts';
import { channelLabels } from '../../devices/labels.ts';
import type { Sample } from '../../devices/types.ts';
import { chipChannels, type DerivedChannel } from '../protocol/chip-channels.ts';
import type { ReadingError } from '../protocol/chips/conversion.ts';
import { conversionOf, rawNumber } from '../protocol/chips/index.ts';
import { isUnused, titleOfChip } from '../protocol/chips.ts';
import { vendorOf } from '../protocol/serial-layout.ts';

/** A channel that is read. */
export interface UsbChannel {
  /** Its number in the device, from 0. */
  number: number;
  /** Its name in the product. */
  label: string;
  /** The calibration blocks it needs, in the order of `read`'s parameter. */
  calibrationBlocks: readonly number[];
  /** Converts the data bytes of its reply, with its calibration blocks. Never throws. */
  read(raw: Uint8Array, blocks: readonly Uint8Array[]): number | ReadingError;
}

/** The channels read in one sampling. */
export interface UsbChannels {
  channels: readonly UsbChannel[];
  /** Channels from the raw bytes of several others. */
  derived: readonly DerivedChannel[];
}

export interface UsbLayout extends UsbChannels {
  product: Product;
  vendor: string;
  /** The long names of the chips. */
  labels: ChannelLabels;
}

export interface LayoutSource {
  /** From its string descriptors; may be empty. */
  product: string;
  manufacturer: string;
  /** The chip IDs of all its channels, by channel number. */
  chips: readonly number[];
}

/** Product and channels of a device: from the catalog if its chips match the entry, otherwise from its chips. */
export function createUsbLayout({ product: name, manufacturer, chips }: LayoutSource): UsbLayout {
  const generic = chipChannels(chips);
  const entry = findEntry(name);
  const known = entry && matchCatalog(entry, chips);
  const vendor = known ? VENDOR : vendorOf(name, manufacturer);
  const definitions = known ?? generic.channels;
  return {
    product: entry && known ? productOf(entry) : createProduct(name, vendor, generic.all),
    vendor,
    labels: channelLabels(
      chips.flatMap((id, number) => {
        const definition = definitions[number];
        return definition ? [[definition.label, titleOfChip(id)] as const] : [];
      }),
    ),
    channels: chips.flatMap((_, number) => {
      const definition = definitions[number];
      return definition ? [createChannel(number, definition.label, chips)] : [];
    }),
    derived: known ? [] : generic.derived,
  };
}

/**
 * The entry's channel of each chip, by the device's channel number.
 * @returns undefined unless chips and real channels match one to one: then the catalog's entry is not this product
 */
function matchCatalog(entry: CatalogueEntry, chips: readonly number[]): (ChannelDefinition | undefined)[] | undefined {
  const open = entry.channels.filter(({ virtual }) => !virtual);
  const definitions = productOf(entry).channels;
  const found = chips.map((chip) => {
    if (isUnused(chip)) return undefined;
    const channel = open.find(({ chips: ids }) => ids.some((id) => Number(id) === chip));
    if (!channel) return undefined;
    open.splice(open.indexOf(channel), 1);
    return definitions[channel.label];
  });
  const isComplete = open.length === 0 && chips.every((chip, number) => isUnused(chip) || found[number]);
  return isComplete ? found : undefined;
}

function createChannel(number: number, label: string, chips: readonly number[]): UsbChannel {
  const conversion = conversionOf(chips[number] ?? 0xff);
  return {
    number,
    label,
    calibrationBlocks: conversion?.calibrationBlocks?.(number, chips) ?? [],
    read: (raw, blocks) => conversion?.convert(raw, blocks) ?? rawNumber(raw),
  };
}

export function sampleOf(channel: string, value: number | ReadingError): Sample {
  return typeof value === 'number' ? { channel, magnitude: value } : { channel, magnitude: null, reason: value.reason };
}
