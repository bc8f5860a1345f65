/** Door `./plots`: rows as specs for Observable Plot, which is to be installed beside: pages, notebooks, servers. */

export { type ContextPlotRows, contextPlot } from "./plots/context-plot.js";
export { type Compaction, historyPlot } from "./plots/history-plot.js";
export { markerPlot } from "./plots/marker-plot.js";
export { plotSvg } from "./plots/plot-svg.js";
export { ratePlot } from "./plots/rate-plot.js";
export { shedPlot } from "./plots/shed-plot.js";
export { type SkillPlotRows, skillPlot } from "./plots/skill-plot.js";
export { type SurvivalPlotRows, survivalPlot } from "./plots/survival-plot.js";
