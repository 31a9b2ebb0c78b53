/** The parts of LineChart and DoughnutChart that need the chart library, loaded after the figures. */
import {
  ArcElement,
  CategoryScale,
  Chart,
  DoughnutController,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
} from "chart.js";
import { Doughnut, Line } from "react-chartjs-2";
import { type Point, type Slice, takeThePagesLook, tooltipLook, useChartColours } from "./chart-look";

Chart.register(
  ArcElement,
  CategoryScale,
  DoughnutController,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
);
takeThePagesLook();

interface LineChartCanvasProps {
  points: readonly Point[];
  format: (value: number) => string;
}

export function LineChartCanvas({ points, format }: LineChartCanvasProps) {
  const colour = useChartColours();
  return (
    <Line
      aria-hidden
      data={{
        labels: points.map(({ label }) => label),
        datasets: [
          {
            data: points.map(({ value }) => value),
            borderColor: colour("brand"),
            // The same colour, nearly transparent.
            backgroundColor: `${colour("brand")}26`,
            fill: true,
            borderWidth: 2.5,
            pointRadius: points.length > 12 ? 0 : 4,
            pointHitRadius: 16,
            pointBackgroundColor: colour("brand"),
            cubicInterpolationMode: "monotone",
          },
        ],
      }}
      options={{
        interaction: { mode: "index", intersect: false },
        scales: {
          x: {
            grid: { display: false },
            border: { color: colour("line") },
            ticks: { color: colour("muted"), maxRotation: 0, autoSkipPadding: 16 },
          },
          y: {
            beginAtZero: true,
            // Otherwise an empty period would be drawn with an axis from 0 to 1 rupee.
            suggestedMax: 500,
            grid: { color: colour("line") },
            border: { display: false },
            ticks: {
              color: colour("muted"),
              maxTicksLimit: 6,
              precision: 0,
              callback: (value) => format(Number(value)),
            },
          },
        },
        plugins: {
          tooltip: {
            ...tooltipLook(colour),
            callbacks: { label: ({ parsed }) => format(parsed.y ?? 0) },
          },
        },
      }}
    />
  );
}

interface DoughnutChartCanvasProps {
  slices: readonly Slice[];
  format: (value: number) => string;
}

export function DoughnutChartCanvas({ slices, format }: DoughnutChartCanvasProps) {
  const colour = useChartColours();
  const isEmpty = slices.every(({ value }) => value === 0);
  return (
    <Doughnut
      aria-hidden
      data={{
        labels: slices.map(({ label }) => label),
        datasets: [
          {
            // Without data it is a grey circle.
            data: isEmpty ? [1] : slices.map(({ value }) => value),
            backgroundColor: isEmpty ? [colour("line")] : slices.map((slice) => colour(slice.colour)),
            borderColor: colour("surface"),
            borderWidth: isEmpty ? 0 : 3,
            borderRadius: 4,
          },
        ],
      }}
      options={{
        cutout: "72%",
        plugins: {
          tooltip: {
            enabled: !isEmpty,
            ...tooltipLook(colour),
            callbacks: { label: ({ parsed }) => format(parsed) },
          },
        },
      }}
    />
  );
}
