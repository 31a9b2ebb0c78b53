/** The texts of the pages, by their keys: `m.app_name()`, `m.find_count({ count })`. */
// biome-ignore lint/performance/noBarrelFile: bundlers follow each key to its own module (build/messages.mjs).
export * as m from "./generated";
