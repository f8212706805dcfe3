import type { JoinGraph, Link } from './join-graph.ts';

/** Links, and tables that the links pass through, as indexes in the graph. */
export interface Connections {
  readonly links: readonly number[];
  readonly connecting: readonly number[];
}

/**
 * Connects tables with as few joins as possible, in time linear in the size of the graph: first by the links between them,
 * then by paths through other tables.
 */
export function connections(graph: JoinGraph, found: readonly number[]): Connections {
  const links = new Set<number>();
  const connecting = new Set<number>();
  const groups = new Groups();
  const isFound = new Set(found);
  const direct = new Map<string, number>();
  for (const table of found) {
    for (const place of graph.linksOf[table] ?? []) {
      const link = graph.links[place];
      if (link === undefined || !isFound.has(link.from) || !isFound.has(link.to) || links.has(place)) continue;
      groups.unite(link.from, link.to);
      if (countUp(direct, link) <= MOST_PARALLEL) links.add(place);
    }
  }
  if (new Set(found.map((table) => groups.of(table))).size > 1) {
    for (const bridge of bridges(graph, found)) {
      if (!groups.unite(bridge.one, bridge.other)) continue;
      for (const table of bridge.through) connecting.add(table);
      for (const place of bridge.links) for (const each of parallels(graph, place)) links.add(each);
    }
  }
  return { links: [...links], connecting: [...connecting].filter((table) => !isFound.has(table)) };
}

/** Two tables may be linked by several keys, such as a billing and a shipping address; a hostile schema may have thousands. */
const MOST_PARALLEL = 8;

/** Number of joins of the longest path between two of the tables. */
const MOST_JOINS = 4;

function countUp(counts: Map<string, number>, { from, to }: Link): number {
  const pair = from < to ? `${from} ${to}` : `${to} ${from}`;
  const count = (counts.get(pair) ?? 0) + 1;
  counts.set(pair, count);
  return count;
}

/** Returns the links between the two tables of a link, that link included. */
function parallels(graph: JoinGraph, place: number): readonly number[] {
  const link = graph.links[place];
  if (link === undefined) return [];
  const [one = [], other = []] = [graph.linksOf[link.from], graph.linksOf[link.to]];
  const all = (one.length < other.length ? one : other).filter((each) => {
    const { from, to } = graph.links[each] ?? link;
    return (from === link.from && to === link.to) || (from === link.to && to === link.from);
  });
  return all.slice(0, MOST_PARALLEL);
}

/** A path between two found tables, through tables that were not found. */
interface Bridge {
  readonly one: number;
  readonly other: number;
  readonly links: readonly number[];
  readonly through: readonly number[];
}

/**
 * Returns a best path for pairs of found tables, best paths first. Spreads from all found tables at once, so that each table
 * belongs to the nearest found one, and looks for links where two areas meet: a minimal spanning tree of these paths is one
 * of all paths.
 */
function bridges(graph: JoinGraph, found: readonly number[]): readonly Bridge[] {
  const areas = new Areas(graph, found);
  const best = new Map<string, Meeting>();
  for (const meeting of areas.meetings()) {
    const [one, other] = [areas.ownerOf(meeting.from), areas.ownerOf(meeting.to)];
    const pair = one < other ? `${one} ${other}` : `${other} ${one}`;
    const before = best.get(pair);
    if (before === undefined || compare(meeting, before) < 0) best.set(pair, meeting);
  }
  return [...best.values()].sort(compare).map((meeting) => areas.bridge(meeting));
}

/** A link between two areas, with the states at its ends. */
interface Meeting {
  readonly place: number;
  readonly from: number;
  readonly to: number;
  /** Length and cost of the whole path. */
  readonly length: number;
  readonly cost: number;
}

function compare(a: Meeting, b: Meeting): number {
  return a.length - b.length || a.cost - b.cost;
}

/**
 * The areas around the found tables. A state is a table and how the path arrived there: over a key of the table before it
 * (`up`), or over its own key. A path that arrives up and leaves down passes through a table to which both neighbours refer,
 * such as the users who created their rows. Such a turn says little, so it counts as two more joins.
 */
class Areas {
  readonly #graph: JoinGraph;
  readonly #owner: Int32Array;
  readonly #joins: Uint8Array;
  readonly #length: Uint8Array;
  readonly #cost: Uint32Array;
  /** The link over which each state was reached, and the state before it. */
  readonly #via: Int32Array;
  readonly #before: Int32Array;
  /** The reached states by length. */
  readonly #waves: number[][] = [];

  constructor(graph: JoinGraph, found: readonly number[]) {
    const size = graph.linksOf.length * 2;
    this.#graph = graph;
    this.#owner = new Int32Array(size).fill(NONE);
    this.#joins = new Uint8Array(size);
    this.#length = new Uint8Array(size);
    this.#cost = new Uint32Array(size);
    this.#via = new Int32Array(size).fill(NONE);
    this.#before = new Int32Array(size).fill(NONE);
    for (const table of found) this.#begin(table);
    // A step adds to the length, so a wave is complete when its turn comes.
    for (let length = 0; length < this.#waves.length; length++) {
      for (const state of this.#waves[length] ?? []) if (this.#length[state] === length) this.#spread(state);
    }
  }

  /** Returns the found table to whose area a reached state belongs. */
  ownerOf(state: number): number {
    return this.#owner[state] ?? NONE;
  }

  /** Visits every link between two areas that is on a path of at most four joins. */
  *meetings(): Generator<Meeting> {
    for (const wave of this.#waves) {
      for (const from of wave) {
        const table = from >> 1;
        for (const place of this.#graph.linksOf[table] ?? []) {
          const link = this.#graph.links[place];
          if (link?.from !== table) continue; // each link once
          for (const to of [link.to * 2, link.to * 2 + 1]) {
            const owner = this.ownerOf(to);
            if (owner === NONE || owner === this.ownerOf(from)) continue;
            if ((this.#joins[from] ?? 0) + 1 + (this.#joins[to] ?? 0) > MOST_JOINS) continue;
            yield this.#meeting(link, place, from, to);
          }
        }
      }
    }
  }

  bridge({ place, from, to }: Meeting): Bridge {
    const head = this.#wayTo(from).reverse();
    const tail = this.#wayTo(to);
    return {
      one: this.ownerOf(from),
      other: this.ownerOf(to),
      links: [...head.map((step) => step.via), place, ...tail.map((step) => step.via)],
      through: [...head, ...tail].map((step) => step.table),
    };
  }

  #begin(table: number): void {
    for (const state of [table * 2, table * 2 + 1]) this.#owner[state] = table;
    this.#addTo(0, table * 2);
  }

  #addTo(length: number, state: number): void {
    while (this.#waves.length <= length) this.#waves.push([]);
    this.#waves[length]?.push(state);
  }

  #spread(before: number): void {
    const table = before >> 1;
    const joins = (this.#joins[before] ?? 0) + 1;
    if (joins >= MOST_JOINS) return; // the join over which the areas meet comes on top
    for (const place of this.#graph.linksOf[table] ?? []) {
      const link = this.#graph.links[place];
      if (link === undefined || link.from === link.to) continue;
      const isUp = link.from === table;
      const next = isUp ? link.to * 2 + 1 : link.from * 2;
      const length = (this.#length[before] ?? 0) + 1 + turnAt(before, link);
      const cost = (this.#cost[before] ?? 0) + costOf(link) + this.#crowd(next >> 1);
      const isNew = this.#owner[next] === NONE;
      const known = this.#length[next] ?? 0;
      if (!isNew && (known < length || (known === length && (this.#cost[next] ?? 0) <= cost))) continue;
      if (isNew || known !== length) this.#addTo(length, next);
      this.#owner[next] = this.ownerOf(before);
      this.#joins[next] = joins;
      this.#length[next] = length;
      this.#cost[next] = cost;
      this.#via[next] = place;
      this.#before[next] = before;
    }
  }

  #meeting(link: Link, place: number, from: number, to: number): Meeting {
    const turns = turnAt(to, link); // none at the other end: its own key leads to this one
    return {
      place,
      from,
      to,
      length: (this.#length[from] ?? 0) + 1 + turns + (this.#length[to] ?? 0),
      cost: (this.#cost[from] ?? 0) + costOf(link) + (this.#cost[to] ?? 0),
    };
  }

  /** Returns the steps from a state back to the found table of its area. */
  #wayTo(state: number): { readonly table: number; readonly via: number }[] {
    const steps: { readonly table: number; readonly via: number }[] = [];
    for (let at = state; (this.#via[at] ?? NONE) !== NONE; at = this.#before[at] ?? NONE) {
      steps.push({ table: at >> 1, via: this.#via[at] ?? NONE });
    }
    return steps;
  }

  /** The cost of passing through a table that many others are linked with. */
  #crowd(table: number): number {
    return Math.ceil(Math.log2((this.#graph.linksOf[table]?.length ?? 0) + 1));
  }
}

const NONE = -1;

/** Number of joins that a turn counts for. */
const TURN = 2;

/** Returns the length that leaving a state over a link adds. `state` is at one end of the link. */
function turnAt(state: number, link: Link): number {
  return state % 2 === 1 && link.to === state >> 1 ? TURN : 0;
}

function costOf({ isLikely }: Link): number {
  return isLikely ? LIKELY_COST : 0;
}

/** More than any number of tables can cost, so that of equally long paths the one with declared keys wins. */
const LIKELY_COST = 100;

/** Sets of tables that are connected. */
class Groups {
  readonly #parents = new Map<number, number>();

  of(table: number): number {
    let root = table;
    for (let up = this.#parents.get(root); up !== undefined; up = this.#parents.get(root)) root = up;
    if (root !== table) this.#parents.set(table, root);
    return root;
  }

  /** Returns false if the tables are connected already. */
  unite(one: number, other: number): boolean {
    const [a, b] = [this.of(one), this.of(other)];
    if (a !== b) this.#parents.set(a, b);
    return a !== b;
  }
}
