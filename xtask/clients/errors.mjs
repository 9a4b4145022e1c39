// What Khronos's validator finds wrong.

import validator from 'gltf-validator';

/** Code and place of every error; `options` are the validator's. */
export async function errors(bytes, options = {}) {
  const { issues } = await validator.validateBytes(new Uint8Array(bytes), { maxIssues: 0, ...options });
  return issues.messages.filter((m) => m.severity === 0).map((m) => `${m.code} ${m.pointer}`);
}

/** The errors that a file has and the one it was made from has not. */
export async function fresh(bytes, before) {
  const old = await errors(before);
  return (await errors(bytes)).filter((e) => !old.includes(e));
}
