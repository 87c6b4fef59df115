/**
 * Sweeps: the pictures of a slider's whole range. See explorers/sweeps.py.
 *
 * @import { Picture, Spec, Stages } from "./types"
 */

import { decode } from "./stages.js";

/** @typedef {Picture & { ids: string[], specs: Spec[] }} Sent */

/**
 * A sweep as it was sent → Map of key → picture, its matrices not yet read.
 *
 * @param {{ pictures?: Sent[], data?: DataView }} sweep The first picture has all; of the
 *   others what is not the same.
 * @returns {Map<string, Picture>}
 */
export function unpack({ pictures = [], data = new DataView(new ArrayBuffer(0)) }) {
  const [first] = pictures;
  const specs = new Map(first?.specs.map((spec) => [spec.id, spec]));
  let start = data.byteOffset;
  /** @param {Spec[]} changed */
  const part = (changed) => {
    const size = changed.reduce((sum, { shape }) => sum + 8 * shape[0] * shape[1], 0);
    const bytes = new DataView(data.buffer, start, size);
    start += size;
    return () => decode(changed, bytes);
  };
  /** @type {() => Stages} */
  let firstStages;
  return new Map(
    pictures.map((picture) => {
      const read = part(picture.specs.map((spec) => ({ ...specs.get(spec.id), ...spec })));
      firstStages ??= read;
      const { ids } = { ...first, ...picture };
      const stages = () => {
        const all = new Map([...firstStages(), ...read()]);
        return /** @type {Stages} */ (new Map(ids.map((id) => [id, all.get(id)])));
      };
      return [JSON.stringify(picture.key), { ...first, ...picture, stages }];
    }),
  );
}
