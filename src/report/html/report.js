// The page of a result. It reads the JSON that stands in the page and makes nodes of text only: names and sources of
// programs are never markup. Long traces stay fluent because only the rows in sight are in the document.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const result = data.result;
  const ROW = 48, GUTTER = 62, GAP = 34, NARROWEST = 190, MOST_VALUES = 200, NEARBY = 400, MOST_ARROWS = 300;

  // el("p", {class: "x"}, "text", node, [nodes]): attributes that are null are left out, functions are listeners.
  function el(tag, attributes, ...children) {
    const svg = tag === "svg" || tag === "path" || tag === "line" || tag === "g";
    const node = svg ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
    for (const [key, value] of Object.entries(attributes || {})) {
      if (typeof value === "function") node.addEventListener(key, value);
      else if (value !== null && value !== undefined && value !== false) node.setAttribute(key, value);
    }
    for (const child of children.flat(Infinity))
      if (child !== null && child !== undefined && child !== "") node.append(child);
    return node;
  }
  const plural = (n, word) => `${n} ${word}${n === 1 ? "" : word.endsWith("ch") ? "es" : "s"}`;
  const placeText = (at) => !at ? "" : at.file + (at.line ? ":" + at.line : "") + (at.line && at.column ? ":" + at.column : "");
  const samePlace = (a, b) => a && b && a.file === b.file && a.line === b.line;
  const baseName = (file) => file.slice(file.lastIndexOf("/") + 1);

  // --- the trace as rows -----------------------------------------------------------------------------------------------

  // What has a value from some row on: of each name the rows at which it changed.
  class History {
    constructor() { this.all = new Map(); }
    put(name, row, value) {
      let h = this.all.get(name);
      if (!h) this.all.set(name, (h = { rows: [], values: [] }));
      if (h.rows[h.rows.length - 1] === row) h.values[h.values.length - 1] = value;
      else { h.rows.push(row); h.values.push(value); }
    }
    // The place in the lists of the last change up to `row`; -1: there is none.
    at(name, row) {
      const { rows } = this.all.get(name);
      let from = 0, to = rows.length;
      while (from < to) {
        const middle = (from + to) >> 1;
        if (rows[middle] <= row) from = middle + 1; else to = middle;
      }
      return from - 1;
    }
    value(name, row) {
      const k = this.at(name, row);
      return k < 0 ? null : this.all.get(name).values[k];
    }
  }

  // Steps of one process that go on in the same line are one row; steps inside of a library without effect are none.
  class Trace {
    constructor(steps, procs, times) {
      this.libraries = new Set(data.libraries);
      this.timed = times !== null;
      this.rows = [];
      steps.forEach((step, i) => this.add(step, procs[i], times && times[i], i + 1 === steps.length));
      this.lanes = [...new Map(this.rows.filter((r) => r.proc).map((r) => [r.proc, r.process]))]
        .sort((a, b) => a[0] - b[0]).map(([proc, name]) => ({ proc, name, rows: [] }));
      this.laneOf = new Map(this.lanes.map((lane, i) => [lane.proc, i]));
      this.values = new History();
      this.holders = new History();
      this.arrows = [];
      this.rows.forEach((row, r) => this.look(row, r));
      this.connect();
      this.mark();
      if (steps === result.trace) this.rule();
    }

    add(step, proc, time, last) {
      const shown = step.place && step.place.line && !this.libraries.has(step.place.file) && (proc || this.timed);
      const place = shown ? step.place : null;
      const effect = step.events.length || step.changes.length || step.output;
      if (proc && !place && !effect && !last) return;
      const before = this.rows[this.rows.length - 1];
      const ruled = this.rules().some((rule) => rule.before === step.step);
      if (before && proc && before.proc === proc && samePlace(before.place, place) && !this.timed && !ruled) {
        before.last = step.step;
        before.events = before.events.concat(step.events);
        before.changes = before.changes.concat(step.changes);
        before.output = (before.output || "") + (step.output || "") || null;
        if (step.action) before.action = before.action ? `${before.action}, ${step.action}` : step.action;
        return;
      }
      this.rows.push({
        first: step.step, last: step.step, proc, process: step.process, place, source: place ? step.source : null,
        action: step.action, events: step.events, changes: step.changes, output: step.output || null, time, delta: step.delta,
      });
    }

    // What is said between two steps: from where on every run fails, what a run that never ends does again and again.
    rules() {
      const rules = [], v = result.violation, steps = result.trace.length;
      if (v && v.critical_step > 0 && v.critical_step < steps)
        rules.push({ before: v.critical_step + 1, kind: "doom", text: `after step ${v.critical_step} every run fails` });
      if (result.loop && result.loop <= steps) rules.push({ before: result.loop, kind: "loop", text: "again and again from here to the end" });
      if (result.loop > steps) rules.push({ before: result.loop, kind: "loop", text: "nothing more happens" });
      return rules;
    }

    // Each stands above the first row that is not before it, or below the last one.
    rule() {
      for (const rule of this.rules()) {
        const r = this.rows.findIndex((row) => row.first >= rule.before);
        const row = this.rows[r < 0 ? this.rows.length - 1 : r];
        if (row) (row.rules = row.rules || []).push({ ...rule, below: r < 0 });
      }
    }

    look(row, r) {
      if (row.proc) this.lanes[this.laneOf.get(row.proc)].rows.push(r);
      for (const change of row.changes) this.values.put(change.name, r, change.value);
      for (const event of row.events) {
        if (event.verb === "locks") this.holders.put(event.name, r, row.process);
        if (event.verb === "unlocks") this.holders.put(event.name, r, null);
      }
    }

    // What happens before what: a start, the end of what is joined, an unlock before the next lock, a notification.
    connect() {
      const started = new Map(), freed = new Map(), notified = new Map(), lastRow = new Map(), waiting = new Map();
      const arrow = (from, to, kind, what) => {
        if (from === undefined || this.rows[from].proc === this.rows[to].proc || !this.rows[from].proc) return;
        this.arrows.push({ from, to, kind, what });
      };
      this.rows.forEach((row, r) => {
        if (!lastRow.has(row.process)) arrow(started.get(row.process), r, "start", "starts " + row.process);
        const woken = row.events.some((e) => e.verb === "woken by");
        const by = woken ? [] : (waiting.get(row.process) || []).filter((e) => notified.get(e) > lastRow.get(row.process));
        if (by.length) arrow(notified.get(by[0]), r, "notify", by[0]);
        if (row.proc) waiting.set(row.process, row.events.filter((e) => e.verb === "waits").map((e) => e.name));
        for (const { verb, name } of row.events) {
          if (verb === "starts" || verb === "makes") started.set(name, r);
          else if (verb === "joins") arrow(lastRow.get(name), r, "start", "end of " + name);
          else if (verb === "unlocks") freed.set(name, r);
          else if (verb === "locks") arrow(freed.get(name), r, "lock", name);
          else if (verb === "notifies" || verb === "signals" || verb === "posts") notified.set(name, r);
          else if (verb === "woken by" || verb === "got") arrow(notified.get(name), r, "notify", name);
        }
        if (row.proc) lastRow.set(row.process, r);
      });
      this.into = new Map(this.arrows.map((a) => [a.to, a]));
      this.longest = this.arrows.reduce((most, a) => Math.max(most, a.to - a.from), 0);
    }

    // The row where it fails; of a race both accesses.
    mark() {
      this.bad = new Set();
      const v = result.violation;
      if (!v || !this.rows.length) return;
      const accesses = v.race ? v.race.accesses : [];
      for (const access of accesses) {
        for (let r = this.rows.length - 1; r >= 0; r--) {
          if (this.rows[r].process !== access.process || !samePlace(this.rows[r].place, access.place)) continue;
          this.bad.add(r);
          break;
        }
      }
      this.bad.add(this.rows.length - 1);
    }

    text(row) {
      if (row.search) return row.search;
      const changes = row.changes.map((c) => `${c.name} = ${c.value}`).join(" ");
      row.search = [row.process, row.place ? `${row.place.line}: ${row.source || ""}` : "", row.action, changes, row.output]
        .join("\n").toLowerCase();
      return row.search;
    }

    isSwitch(r) { return r > 0 && this.rows[r].proc !== this.rows[r - 1].proc; }

    // In words, for who cannot see the chart.
    words(r) {
      const row = this.rows[r];
      const steps = row.first === row.last ? `Step ${row.first}` : `Steps ${row.first} to ${row.last}`;
      const rules = (row.rules || []).map((rule) => rule.text);
      return [...rules, steps, row.proc ? row.process : this.kernelText(row), row.place ? `line ${row.place.line}: ${row.source || ""}` : "",
        row.proc ? row.action : "", row.changes.map((c) => `${c.name} = ${c.value}`).join(", "),
        row.output ? "prints " + row.output : ""].filter(Boolean).join(". ");
    }

    kernelText(row) {
      const when = this.timed ? `time ${row.time}, delta ${row.delta}` : "";
      return [when, row.action].filter(Boolean).join(": ");
    }

    // Where a process stands after a row: at its next step, if there is one.
    status(lane, r) {
      const k = lane.rows.findLastIndex((at) => at <= r);
      if (k < 0) return { words: "not started", place: null };
      const row = this.rows[lane.rows[k]], next = lane.rows[k] === r ? undefined : lane.rows[k + 1];
      const last = row.events[row.events.length - 1];
      if (row.events.some((e) => e.verb === "ends")) return { words: "ended", place: null };
      const waits = last && last.verb === "waits";
      const place = (next !== undefined && this.rows[next].place) || row.place;
      return { words: waits ? row.action.slice(row.action.lastIndexOf("waits")) : "", place };
    }
  }

  // --- the chart: one lane per process ---------------------------------------------------------------------------------

  class Chart {
    constructor(trace, label, onSelect) {
      this.trace = trace;
      this.selected = 0;
      this.onSelect = onSelect;
      this.id = label.replace(/\W+/g, "-").toLowerCase();
      this.heads = el("div", { class: "lane-heads", "aria-hidden": "true" });
      this.svg = el("svg", { "aria-hidden": "true" });
      this.body = el("div", { class: "rows" });
      this.view = el("div", {
        class: "chart", tabindex: "0", role: "listbox", "aria-label": label, scroll: () => this.draw(),
        click: (event) => this.click(event),
      }, this.heads, this.body);
      this.body.append(this.svg);
      new ResizeObserver(() => this.layout()).observe(this.view);
    }

    layout() {
      const lanes = Math.max(1, this.trace.lanes.length);
      this.lane = Math.max(NARROWEST, Math.floor((this.view.clientWidth - GUTTER - 8) / lanes));
      this.width = GUTTER + lanes * this.lane;
      this.body.style.height = `${this.trace.rows.length * ROW + 8}px`;
      this.body.style.width = this.heads.style.width = `${this.width}px`;
      this.heads.replaceChildren(el("span", { class: "lane-head step" }, "step"), ...this.trace.lanes.map((lane, i) =>
        el("span", { class: "lane-head", style: `left:${this.left(i)}px;width:${this.lane - GAP}px`, title: lane.name }, lane.name)));
      this.draw();
    }
    left(lane) { return GUTTER + lane * this.lane + GAP / 2; }

    draw() {
      if (!this.lane) return;
      const from = Math.max(0, Math.floor(this.view.scrollTop / ROW) - 4);
      const to = Math.min(this.trace.rows.length, Math.ceil((this.view.scrollTop + this.view.clientHeight) / ROW) + 4);
      const rows = [];
      for (let r = from; r < to; r++) rows.push(this.row(r));
      this.drawLines(from, to);
      this.body.replaceChildren(this.svg, ...rows);
    }

    row(r) {
      const row = this.trace.rows[r];
      const classes = ["row", r === this.selected && "selected", this.trace.bad.has(r) && "bad", this.trace.isSwitch(r) && "switch",
        view && view.hits && view.hits.set.has(r) && "hit"].filter(Boolean).join(" ");
      const number = row.first === row.last ? row.first : `${row.first}–${row.last}`;
      return el("div", {
        class: classes, id: `${this.id}-${r}`, role: "option", "data-row": r, style: `top:${r * ROW}px`,
        "aria-selected": r === this.selected ? "true" : "false", "aria-posinset": r + 1, "aria-setsize": this.trace.rows.length,
        "aria-label": this.trace.words(r),
      }, el("span", { class: "number" }, String(number)), row.proc ? this.box(row) : this.band(row),
      (row.rules || []).map((rule) => el("span", { class: `rule ${rule.kind}${rule.below ? " below" : ""}` }, rule.text)));
    }

    band(row) {
      const changes = row.changes.map((c) => `${c.name} = ${c.value}`).join(", ");
      return el("div", { class: "band", title: changes || null }, this.trace.kernelText(row),
        changes ? el("span", { class: "change" }, " " + changes) : null);
    }

    box(row) {
      const i = this.trace.laneOf.get(row.proc);
      const code = row.place ? `${row.place.line}: ${row.source || ""}` : row.action || "(library)";
      const acts = row.place ? row.action : "";
      const changes = row.changes.map((c) => `${c.name} = ${c.value}`).join(", ");
      const output = row.output ? `prints ${row.output.trim()}` : "";
      return el("div", {
        class: "box", style: `left:${this.left(i)}px;width:${this.lane - GAP}px`, title: [code, acts, changes, output].filter(Boolean).join("\n"),
      }, el("code", {}, code), el("span", { class: "effects" }, acts ? el("span", { class: "acts" }, acts) : null,
        changes ? el("span", { class: "change" }, changes) : null, output ? el("span", { class: "acts" }, output) : null));
    }

    // Life lines and the arrows that cross what is in sight.
    drawLines(from, to) {
      const top = from * ROW, y = (r) => r * ROW + ROW / 2 - top;
      const shapes = this.trace.lanes.map((lane, i) => {
        const x = this.left(i) + (this.lane - GAP) / 2, begin = lane.rows[0], end = lane.rows[lane.rows.length - 1];
        if (end < from || begin >= to) return null;
        return el("line", { class: "life", x1: x, x2: x, y1: Math.max(0, y(begin)), y2: Math.min((to - from) * ROW, y(end)) });
      });
      const arrows = this.trace.arrows;
      let low = 0, high = arrows.length;
      while (low < high) {  // sorted by where they end
        const middle = (low + high) >> 1;
        if (arrows[middle].to < from) low = middle + 1; else high = middle;
      }
      for (let k = low, n = 0; k < arrows.length && n < MOST_ARROWS && arrows[k].to - this.trace.longest < to; k++) {
        if (arrows[k].from >= to) continue;
        shapes.push(...this.arrow(arrows[k], y));
        n++;
      }
      this.svg.setAttribute("style", `top:${top}px;width:${this.width}px;height:${(to - from) * ROW}px`);
      this.svg.replaceChildren(...shapes.filter(Boolean));
    }

    arrow(a, y) {
      const one = this.trace.laneOf.get(this.trace.rows[a.from].proc), other = this.trace.laneOf.get(this.trace.rows[a.to].proc);
      if (one === undefined || other === undefined) return [];
      const right = other > one, box = this.lane - GAP;
      const x1 = this.left(one) + (right ? box : 0), x2 = this.left(other) + (right ? -1 : box + 1), tip = right ? -7 : 7;
      const y1 = y(a.from) + 6, y2 = y(a.to) - 6, bend = right ? 26 : -26;
      const active = a.from === this.selected || a.to === this.selected;
      const style = `arrow ${a.kind}${active ? " active" : ""}`;
      return [el("path", { class: style, d: `M${x1},${y1} C${x1 + bend},${y1} ${x2 - bend},${y2} ${x2 + tip},${y2}` }),
        el("path", { class: style + " tip", d: `M${x2},${y2} l${tip},-4 v8 z` })];
    }

    click(event) {
      const row = event.target.closest("[data-row]");
      if (row) this.select(Number(row.dataset.row));
    }

    select(r) {
      this.selected = Math.max(0, Math.min(this.trace.rows.length - 1, r));
      const top = this.selected * ROW, room = this.view.clientHeight - this.heads.offsetHeight;
      if (top < this.view.scrollTop) this.view.scrollTop = Math.max(0, top - ROW);
      else if (top + ROW > this.view.scrollTop + room) this.view.scrollTop = top + 2 * ROW - room;
      const lane = this.trace.laneOf.get(this.trace.rows[this.selected].proc);
      if (lane !== undefined && this.view.scrollWidth > this.view.clientWidth) {
        const x = this.left(lane) - GUTTER;
        if (x < this.view.scrollLeft || x + this.lane > this.view.scrollLeft + this.view.clientWidth) this.view.scrollLeft = x;
      }
      this.draw();
      this.view.setAttribute("aria-activedescendant", `${this.id}-${this.selected}`);
      this.onSelect(this);
    }
  }

  // --- panels beside the chart -----------------------------------------------------------------------------------------

  function makeSource() {
    const title = el("h2", {}, "Source"), lines = el("ol", { class: "source", tabindex: "0" });
    const panel = el("section", { class: "panel source-panel", "aria-label": "Source" }, title, lines);
    const texts = new Map();
    let shown = "";
    // marks: line -> {classes, chips}
    const show = (file, line, marks) => {
      title.textContent = file ? baseName(file) : "Source";
      title.title = file || "";
      if (!texts.has(file)) texts.set(file, file in data.sources ? data.sources[file].split("\n") : null);
      const text = texts.get(file);
      if (!text) {
        lines.replaceChildren(el("li", { class: "none" }, "The source is not at hand."));
        shown = "";
        return;
      }
      const all = text.length <= 2 * NEARBY, from = all ? 0 : Math.max(0, line - NEARBY), to = all ? text.length : line + NEARBY;
      if (shown !== `${file}:${from}`) {
        lines.replaceChildren(...text.slice(from, to).map((code, k) =>
          el("li", { "data-line": from + k + 1 }, el("span", { class: "nr" }, String(from + k + 1)), el("code", {}, code || " "), el("span", { class: "chips" }))));
        shown = `${file}:${from}`;
      }
      for (const item of lines.children) {
        const mark = marks.get(Number(item.dataset.line));
        item.className = mark ? mark.classes : "";
        item.toggleAttribute("aria-current", !!mark && mark.classes.includes("current"));
        item.lastChild.replaceChildren(...(mark ? mark.chips : []).map((chip) => el("span", { class: "chip" }, chip)));
      }
      const current = lines.querySelector(`[data-line="${line}"]`);
      if (current) lines.scrollTop = current.offsetTop - lines.offsetTop - lines.clientHeight / 3;
    };
    return { panel, show };
  }

  const table = (caption, heads, rows) => el("table", {}, el("caption", {}, caption),
    el("thead", {}, el("tr", {}, heads.map((h) => el("th", { scope: "col" }, h)))), el("tbody", {}, rows));
  const cells = (values, attributes) => el("tr", attributes || {}, values.map((v) => el("td", {}, v)));

  function makeState(go) {
    const processes = el("div", {}), values = el("div", {});
    const filter = el("input", { type: "search", placeholder: "filter names", "aria-label": "Filter variables by name" });
    const panel = el("section", { class: "panel state-panel", "aria-label": "State" }, processes,
      el("div", { class: "filter" }, el("h2", {}, "Values"), filter), values);
    let now = null;
    const showValues = () => {
      const { trace, selected } = now, wanted = filter.value.toLowerCase(), rows = [];
      let more = 0;
      for (const [name, h] of trace.values.all) {
        const k = trace.values.at(name, selected);
        if (k < 0 || !name.toLowerCase().includes(wanted)) continue;
        const changed = h.rows[k] === selected;
        const item = { changed, row: cells([name, [el("span", { class: "value" }, h.values[k]),
          changed && k > 0 ? el("span", { class: "was" }, ` was ${h.values[k - 1]}`) : null],
        el("button", { class: "link", click: () => go(h.rows[k]), title: "go to the step that wrote it" }, String(trace.rows[h.rows[k]].first))],
        { class: changed ? "changed" : null }) };
        if (rows.length < MOST_VALUES || changed) rows.push(item); else more++;
      }
      rows.sort((a, b) => b.changed - a.changed);
      values.replaceChildren(rows.length ? table("Variables that have changed so far", ["name", "value", "since step"], rows.map((r) => r.row))
        : el("p", { class: "none" }, "Nothing has changed yet."), more ? el("p", { class: "none" }, `${more} more: filter by name`) : "");
    };
    filter.addEventListener("input", showValues);
    const show = (chart) => {
      now = chart;
      const { trace, selected } = chart;
      const held = new Map();
      for (const name of trace.holders.all.keys()) {
        const holder = trace.holders.value(name, selected);
        if (holder !== null) held.set(holder, [...(held.get(holder) || []), name]);
      }
      processes.replaceChildren(table("Processes after this step", ["process", "line", "state", "holds"], trace.lanes.map((lane) => {
        const { words, place } = trace.status(lane, selected);
        return cells([lane.name, place ? String(place.line) : "", words, (held.get(lane.name) || []).join(", ")],
          { class: trace.rows[selected].proc === lane.proc ? "current" : null });
      })));
      showValues();
    };
    return { panel, show };
  }

  // --- what is known of the result as a whole --------------------------------------------------------------------------

  const list = (title, items) => !items || !items.length ? null
    : el("section", {}, el("h2", {}, title), el("ul", {}, items.map((item) => el("li", {}, item))));

  function verdictText() {
    const v = result.verdict.toUpperCase();
    if (result.violation) return [v, result.violation.message];
    if (result.verdict === "safe") return [`${v} (${result.grade})`, "no violation for any input and any schedule"];
    if (result.run) return [result.run.outcome.toUpperCase(), result.run.message];
    return [v, result.reason || ""];
  }

  function violationPart() {
    const v = result.violation;
    if (!v) return null;
    const where = v.race ? v.race.accesses.map((a) => el("li", {}, `${a.access} by ${a.process} at ${placeText(a.place)}: `, el("code", {}, a.source || "")))
      : [v.place ? el("li", {}, `in ${v.process}, at ${placeText(v.place)}: `, el("code", {}, v.source || "")) : null];
    const doomed = v.critical_step === undefined ? [] : v.critical_step === 0 ? ["every run fails so, or in another way"]
      : v.critical_step < result.trace.length ? [`after step ${v.critical_step} every run fails`] : [];
    const more = [...(v.race && v.race.missing ? ["nothing orders them: " + v.race.missing] : []), ...(v.why || []), ...doomed];
    return el("section", { class: "why" }, el("h2", {}, "What happened"), el("ul", {}, where, more.map((line) => el("li", {}, line))));
  }

  function propertiesPart() {
    const p = result.properties || [];
    return !p.length ? null : el("section", {}, table("Properties", ["property", "verdict", "grade", "by", "reason"],
      p.map((q) => cells([q.name, q.verdict.toUpperCase(), q.grade || "", q.engine || "", q.reason || ""], { class: q.verdict }))));
  }

  function inputsPart() {
    return !result.inputs.length ? null : el("section", {}, table("Inputs", ["name", "value", "type", "place"],
      result.inputs.map((i) => cells([i.name, String(i.value), i.type, placeText(i.place)]))));
  }

  function claimsPart() {
    const c = result.claims || [];
    return !c.length ? null : el("section", {}, table("Assertions and assumptions of the program", ["kind", "place", "is there a run that comes through it?"],
      c.map((q) => cells([q.kind, placeText(q.place), q.value === "unreachable" ? "no: it says nothing" : q.value === "reached" ? "yes" : "not shown"],
        { class: q.value === "unreachable" ? "vacuous" : null }))));
  }

  function knownPart() {
    const k = result.known;
    if (!k) return null;
    const facts = [k.executions && plural(k.executions, "complete run"), k.states && plural(k.states, "state"),
      k.random_runs && plural(k.random_runs, "random run"), k.preemptions !== null && `all runs with at most ${plural(k.preemptions, "preemption")}`];
    return list("No violation in", facts.filter(Boolean));
  }

  function countersPart() {
    const c = Object.entries(result.counters).filter(([name, n]) => name !== "pruned" && n)
      .concat(Object.entries(result.counters.pruned || {}).map(([name, n]) => ["left out by " + name, n]));
    return !c.length ? null : el("details", {}, el("summary", {}, "What was explored"),
      table("Counters", ["counter", "number"], c.map(([name, n]) => cells([name.replace(/_/g, " "), String(n)]))));
  }

  function optionsPart() {
    return el("details", {}, el("summary", {}, "Options that were given"), table("Options", ["option", "value"],
      Object.entries(result.options).map(([name, v]) => cells(["--" + name, v === null ? "" : Array.isArray(v) ? v.join(", ") : String(v)]))));
  }

  function summary() {
    const [verdict, words] = verdictText();
    const memory = result.memory && result.memory.model !== "sc" ? [`holds for the memory model ${result.memory.model}`] : [];
    const reasons = (result.reasons || []).map((r) => `${r.engine || "the run"}: ${r.reason}${r.place ? ", at " + placeText(r.place) : ""}`);
    const rest = [propertiesPart(), knownPart(), list("Reasons", reasons), list("Limits", result.limits), list("Assuming", [...memory, ...result.assumptions]),
      list("Notes", result.notes), list("Functions without definition or model", (result.missing || []).map((m) => `${m.call}, ${placeText(m.place)}`)),
      claimsPart(), countersPart(), optionsPart()];
    const head = el("header", {}, el("h1", {}, el("span", { class: "verdict" }, verdict), " ", words),
      el("p", { class: "about" }, `${result.file}, ${result.language || "not read"}; by ${result.engine || "no engine"}; allways ${result.allways}`),
      result.reason_place ? el("p", { class: "about" }, "at " + placeText(result.reason_place)) : null,
      el("div", { class: "facts" }, violationPart(), inputsPart()));
    return [head, el("div", { class: "facts" }, rest)];
  }

  // --- the explorer of a trace -----------------------------------------------------------------------------------------

  let view = null;

  class View {
    constructor() {
      this.hits = null;
      this.source = makeSource();
      this.state = makeState((r) => this.active.select(r));
      this.live = el("p", { class: "live", role: "status", "aria-live": "polite" });
      const onSelect = (chart) => this.show(chart);
      this.charts = [new Chart(new Trace(result.trace, data.procs, data.times), result.second_trace ? "Steps of the first order" : "Steps", onSelect)];
      if (result.second_trace)
        this.charts.push(new Chart(new Trace(result.second_trace, data.second_procs, data.second_times), "Steps of the second order", onSelect));
      this.active = this.charts[0];
      this.search = el("input", { type: "search", placeholder: "search steps  /", "aria-label": "Search the steps", input: () => this.find(), keydown: (e) => this.searchKey(e) });
      this.found = el("span", { class: "found", role: "status" });
      this.bar = el("div", { class: "bar", role: "toolbar", "aria-label": "Steps" }, this.buttons(), this.search, this.found,
        el("span", { class: "legend", "aria-hidden": "true" }, ["start", "lock", "notify"].filter((k) => this.charts.some((c) => c.trace.arrows.some((a) => a.kind === k)))
          .map((k) => el("span", { class: "key " + k }, { start: "start, join", lock: "unlock to lock", notify: "notification" }[k]))));
      this.node = el("div", { class: "explorer" }, this.bar,
        el("div", { class: "panes" + (this.charts.length > 1 ? " two" : "") }, this.charts.map((c) => c.view), el("div", { class: "side" }, this.source.panel, this.state.panel)), this.live);
      document.addEventListener("keydown", (e) => this.key(e));
    }

    buttons() {
      const button = (text, label, key, act) => el("button", { click: () => act(), title: `${label} (${key})`, "aria-label": label }, text);
      return el("span", { class: "buttons" },
        button("|◀", "first step", "Home", () => this.active.select(0)),
        button("⇤ switch", "back to the previous context switch", "p", () => this.toSwitch(-1)),
        button("◀ step", "step back", "←", () => this.by(-1)),
        button("step ▶", "step forward", "→", () => this.by(1)),
        button("switch ⇥", "forward to the next context switch", "n", () => this.toSwitch(1)),
        button("▶|", "last step", "End", () => this.active.select(this.active.trace.rows.length - 1)),
        button("cause", "to what made this step possible", "c", () => this.toCause()));
    }

    by(n) { this.active.select(this.active.selected + n); }

    toSwitch(way) {
      const { trace, selected } = this.active;
      let r = selected + way;
      while (r > 0 && r < trace.rows.length - 1 && !trace.isSwitch(r)) r += way;
      this.active.select(r);
    }

    // Where the arrow into this row begins, else the step of the same process before it.
    toCause() {
      const { trace, selected } = this.active;
      const arrow = trace.into.get(selected);
      const lane = trace.lanes[trace.laneOf.get(trace.rows[selected].proc)];
      const before = lane ? lane.rows.findLast((r) => r < selected) : selected - 1;
      this.active.select(arrow ? arrow.from : before === undefined ? 0 : before);
    }

    key(event) {
      if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA)$/.test(event.target.tagName)) return;
      const acts = {
        ArrowRight: () => this.by(1), ArrowDown: () => this.by(1), j: () => this.by(1),
        ArrowLeft: () => this.by(-1), ArrowUp: () => this.by(-1), k: () => this.by(-1),
        PageDown: () => this.by(10), PageUp: () => this.by(-10),
        n: () => this.toSwitch(1), p: () => this.toSwitch(-1), c: () => this.toCause(), "/": () => this.search.focus(),
        Home: () => this.active.select(0), End: () => this.active.select(this.active.trace.rows.length - 1),
      };
      const elsewhere = event.target.closest && event.target.closest("header, details, .facts, .side");
      if (!acts[event.key] || (elsewhere && event.key.length > 1)) return;
      event.preventDefault();
      acts[event.key]();
    }

    find() {
      const wanted = this.search.value.toLowerCase(), { trace } = this.active, rows = [];
      if (wanted) trace.rows.forEach((row, r) => trace.text(row).includes(wanted) && rows.push(r));
      this.hits = wanted ? { rows, set: new Set(rows) } : null;
      this.found.textContent = wanted ? plural(rows.length, "match") : "";
      const next = rows.find((r) => r >= this.active.selected);
      if (rows.length) this.active.select(next === undefined ? rows[0] : next); else this.active.draw();
    }

    searchKey(event) {
      if (event.key === "Escape") { this.search.value = ""; this.find(); this.active.view.focus(); }
      if (event.key !== "Enter" || !this.hits || !this.hits.rows.length) return;
      const { rows } = this.hits, at = this.active.selected;
      const next = event.shiftKey ? rows.findLast((r) => r < at) : rows.find((r) => r > at);
      this.active.select(next !== undefined ? next : event.shiftKey ? rows[rows.length - 1] : rows[0]);
    }

    show(chart) {
      this.active = chart;
      for (const c of this.charts) c.view.classList.toggle("active", c === chart);
      const { trace, selected } = chart, row = trace.rows[selected], marks = new Map();
      const put = (place, classes, chip) => {
        const m = marks.get(place.line) || { classes: "", chips: [] };
        marks.set(place.line, { classes: `${m.classes} ${classes}`.trim(), chips: chip ? [...m.chips, chip] : m.chips });
      };
      const fails = !row.proc && trace.bad.has(selected) && result.violation.place;
      const at = fails || row.place || this.lastPlace(selected);
      for (const lane of trace.lanes) {
        const { place } = trace.status(lane, selected);
        if (place && at && place.file === at.file) put(place, lane.proc === row.proc ? "" : "other", lane.name);
      }
      if (trace.bad.has(selected) && result.violation && result.violation.place && at && result.violation.place.file === at.file) put(result.violation.place, "bad");
      if (row.place && !fails) put(row.place, "current");
      this.source.show(at ? at.file : result.file, at ? at.line : 1, marks);
      this.state.show(chart);
      this.live.textContent = trace.words(selected);
      try { history.replaceState(null, "", `#step=${row.first}`); } catch { /* a page without address */ }
    }

    lastPlace(r) {
      const { rows } = this.active.trace;
      for (; r >= 0; r--) if (rows[r].place) return rows[r].place;
      return null;
    }

    start() {
      const wanted = /^#step=(\d+)$/.exec(location.hash), { rows } = this.active.trace;
      const r = wanted ? rows.findIndex((row) => row.last >= Number(wanted[1])) : rows.length - 1;
      this.charts.slice(1).forEach((c) => c.select(c.trace.rows.length - 1));
      this.charts[0].select(r < 0 ? rows.length - 1 : r);
    }
  }

  // --- the source of a program without counterexample ------------------------------------------------------------------

  function plainSource() {
    const source = makeSource(), marks = new Map();
    const file = result.reason_place ? result.reason_place.file : result.file;
    for (const claim of result.claims || []) {
      if (!claim.place || claim.place.file !== file) continue;
      marks.set(claim.place.line, { classes: claim.value === "unreachable" ? "bad" : "good", chips: [`${claim.kind}: ${claim.value}`] });
    }
    if (result.reason_place) marks.set(result.reason_place.line, { classes: "current", chips: [result.reason] });
    if (!(file in data.sources)) return null;
    requestAnimationFrame(() => source.show(file, result.reason_place ? result.reason_place.line : 1, marks));
    return source.panel;
  }

  // --- coverage: every source with what runs come to --------------------------------------------------------------------

  const COVERED = { reached: ["good", "reached"], unreachable: ["bad", "no run comes here"], "not shown": ["other", "not seen"] };

  function coveredLine(number, text, parts) {
    const line = parts.find((c) => c.kind === "line"), arms = parts.filter((c) => c.kind === "branch");
    const taken = arms.filter((c) => c.value === "reached").length;
    const chips = arms.length && taken < arms.length ? [`${taken} of ${arms.length} arms`] : [];
    for (const c of parts) if ((c.kind === "assert" || c.kind === "assume") && c.value !== "reached") chips.push(`${c.kind}: ${COVERED[c.value][1]}`);
    const [style, words] = line ? COVERED[line.value] : ["", ""];
    return el("li", { class: style || null, title: words || null }, el("span", { class: "nr" }, String(number)),
      el("span", { class: "nr times" }, line ? String(line.count) : ""), el("code", {}, text || " "),
      chips.length ? el("span", { class: "chips" }, chips.map((c) => el("span", { class: "chip" }, c))) : null);
  }

  function coveredFile(file, parts) {
    const lines = parts.filter((c) => c.kind === "line"), byLine = new Map();
    for (const c of parts) byLine.set(c.place.line, [...(byLine.get(c.place.line) || []), c]);
    const reached = lines.filter((c) => c.value === "reached").length;
    const texts = data.sources[file].split("\n");
    if (texts[texts.length - 1] === "") texts.pop();
    return el("details", { class: "covered" }, el("summary", {}, `Coverage of ${file}: runs come to ${reached} of ${plural(lines.length, "line")}`),
      el("ol", { class: "source" }, texts.map((text, i) => coveredLine(i + 1, text, byLine.get(i + 1) || []))));
  }

  function coverage() {
    const files = new Map();
    for (const c of result.coverage || []) files.set(c.place.file, [...(files.get(c.place.file) || []), c]);
    const parts = [...files].filter(([file]) => file in data.sources).map(([file, list]) => coveredFile(file, list));
    return parts.length ? el("div", { class: "facts" }, parts) : "";
  }

  const page = document.getElementById("page");
  const [head, facts] = summary();
  page.append(head);
  document.getElementById("text").open = false;
  if (result.trace.length) {
    view = new View();
    page.append(view.node, facts, coverage());
    view.charts.forEach((c) => c.layout());
    view.start();
  } else {
    page.append(facts, plainSource() || "", coverage());
  }
})();
