// A worker of Jolt's threaded build.

import Jolt from "jolt-physics/wasm-multithread";

await Jolt();
