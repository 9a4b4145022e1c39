"""pyPBD's side of `cargo xtask peers`: a workload and its iterations; each line of input says how many frames."""

import json
import os
import sys
import time

os.environ["OMP_NUM_THREADS"] = "1"
# The library prints its own notes to stdout, where answers go: they get a way of their own.
answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)

import numpy as np  # noqa: E402
import pypbd as pbd  # noqa: E402

EDGE, CELL = 0.03, 0.1
COLUMNS, ROWS = 40, 35
SOLID = (12, 12, 11)


def cloth(model):
    points = [[EDGE * c, 0, EDGE * r] for r in range(ROWS) for c in range(COLUMNS)]
    faces = []
    for r in range(ROWS - 1):
        for c in range(COLUMNS - 1):
            k = r * COLUMNS + c
            # The diagonals go in turns.
            turn = (r + c) % 2
            corners = [k, k + 1, k + COLUMNS, k + COLUMNS + 1]
            a, b, d, e = corners if turn else [corners[1], corners[3], corners[0], corners[2]]
            faces += [a, d, b, b, d, e]
    mesh = model.addTriangleModel(points, faces)
    particles = model.getParticles()
    for k in range(ROWS * COLUMNS):
        particles.setMass(k, 0 if k < COLUMNS else 0.001)
    # Distances, rigid; bending by angles, soft.
    model.addClothConstraints(mesh, 1, 1, 1, 1, 1, 0.3, 0.3, False, False)
    model.addBendingConstraints(mesh, 1, 0.01)
    return stretch


def stretch(at):
    """Root mean square of how much the edges are too long or too short."""
    at = at.reshape(ROWS, COLUMNS, 3)
    sides = [np.linalg.norm(np.diff(at, axis=axis), axis=2).ravel() for axis in (0, 1)]
    return float(np.sqrt(np.mean((np.concatenate(sides) / EDGE - 1) ** 2)))


def solid(model):
    nx, ny, nz = SOLID
    index = np.arange(nx * ny * nz).reshape(SOLID)
    cells = [(i, j, k) for i in range(nx) for j in range(ny) for k in range(nz)]
    points = [[CELL * i, CELL * (j - ny + 1), CELL * k] for i, j, k in cells]
    model.addTetModel(points, [0, 1, nz, ny * nz])
    particles = model.getParticles()
    for k, (i, _, _) in enumerate(cells):
        particles.setMass(k, 0 if i == 0 else 1)
    # Who shares a tetrahedron, where six of them lie around the diagonal of a cube.
    steps = [(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (0, 1, 1), (1, 0, 1), (1, 1, 1)]
    steps = [(0, 0, 0)] + steps + [(-a, -b, -c) for a, b, c in steps]
    inside = lambda at: all(0 <= x < n for x, n in zip(at, SOLID))
    around = lambda at: [tuple(x + s for x, s in zip(at, step)) for step in steps]
    regions = [[int(index[n]) for n in around(at) if inside(n)] for at in cells]
    counts = np.bincount([k for region in regions for k in region])
    for region in regions:
        model.addShapeMatchingConstraint(len(region), region, [int(counts[k]) for k in region], 1.0)
    return lambda at: -at[-1, 1]


name, iterations = sys.argv[1], int(sys.argv[2])
sim = pbd.Simulation.getCurrent()
sim.initDefault()
model = sim.getModel()
probe = {"cloth": cloth, "solid": solid}[name](model)
controller = sim.getTimeStep()
# Many substeps of one iteration make a better cloth than one step of many iterations.
substeps = iterations if name == "cloth" else 1
controller.setValueUInt(pbd.TimeStepController.NUM_SUB_STEPS, substeps)
controller.setValueUInt(pbd.TimeStepController.MAX_ITERATIONS, iterations // substeps)
pbd.TimeManager.getCurrent().setTimeStepSize(1 / 60)
particles = model.getParticles()
for line in sys.stdin:
    least = float("inf")
    for _ in range(int(line)):
        begin = time.perf_counter_ns()
        controller.step(model)
        least = min(least, time.perf_counter_ns() - begin)
    at = probe(np.array(particles.getVertices()))
    answer = {"ns": least, "units": particles.size(), "steps": substeps, "probe": at}
    print(json.dumps(answer), file=answers, flush=True)
