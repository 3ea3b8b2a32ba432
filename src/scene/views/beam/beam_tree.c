/* The tree of a beam search: a column for every step, a chip for every word that was kept, lines from parent to child.
 * All places follow from the whole tree, so nothing moves while it grows. */
#include "scene/views/beam/view_beam.h"

#include "draw/ease.h"
#include "scene/kit/glossed.h"

#include <math.h>

#define ROOT_W      40.0f
#define PITCH_LEAST 20.0f
#define GAP_LEAST   14.0f
#define GAP_MOST    84.0f
#define P_W         32.0f
#define SCORE_W     40.0f
#define HEAD_H      22.0f /* the steps' numbers */
#define MORE_W      20.0f /* of the "…" between the root and columns that are scrolled */
#define NUMBERS_GAP 7.0f  /* between the two on a chip */
#define GLOSS_GAP   6.0f
#define LITTLE      0.35f /* of the box: a page with so much more of it is made smaller, */
#define ROWS_APART  14.0f /* with more it has two rows */

typedef struct Tree {
    const Painter *painter;
    const BeamSearch *search;
    const Beam *beam;
    Box box;
    Box *places;             /* [count] of every node, in px before scrolling */
    float *columns, *widths; /* [steps] left edges, widths */
    float gap, root_y, pitch, chip_h, scroll, scroll_limit;
    float left, right; /* of the columns in sight: the root stays where it is */
    /* of the whole tree, and how far it is scrolled up: lists too long for the box follow the best */
    float height, rise;
    bool two_lines, scores; /* both numbers have room */
    int leader;             /* the best by now, -1: none */
} Tree;

static int column_count(const Beam *beam, int first)
{
    int count = 0;
    while (first + count < beam->count && beam->nodes[first + count].step == beam->nodes[first].step)
        count++;
    return count;
}

static TextStyle chip_style(const Tree *tree)
{
    float size = tree->chip_h >= 24 ? TYPE_BODY : fmaxf(9, tree->chip_h * 0.66f);
    return style_bold(tree->painter->theme, size, ROLE_INK);
}

typedef struct ChipNumbers {
    const char *p, *score;
    TextStyle p_style, score_style;
} ChipNumbers;

static ChipNumbers numbers_of(const Tree *tree, const BeamNode *node)
{
    DrawList *list = tree->painter->list;
    float size = fminf(TYPE_TINY, fmaxf(9, tree->chip_h * 0.62f));
    return (ChipNumbers){kit_share(list, (double)node->p), kit_number(list, node->score, 2, false),
                         style_plain(tree->painter->theme, size, ROLE_MUTED),
                         style_bold(tree->painter->theme, size, ROLE_DECODER)};
}

static float chip_width(const Tree *tree, const BeamNode *node)
{
    const Painter *painter = tree->painter;
    float word = fminf(110, kit_width(painter, chip_style(tree), node->token));
    float gloss = kit_gloss_width(painter, chip_style(tree).size, node->token);
    if (!tree->two_lines)
        return word + 12 + P_W + (tree->scores ? SCORE_W : 0);
    ChipNumbers numbers = numbers_of(tree, node);
    float both = kit_width(painter, numbers.p_style, numbers.p) + NUMBERS_GAP
                 + kit_width(painter, numbers.score_style, numbers.score);
    return fmaxf(word + (gloss > 0 ? GLOSS_GAP + gloss : 0), both) + 12;
}

/* Children stand level with their parents as far as there is room: each column keeps its order and its distances, and
 * as a whole comes as near to its parents as it can. */
static void place_column(Tree *tree, int first, int count, int *order)
{
    const Beam *beam = tree->beam;
    float *wanted = ARENA_ARRAY(&tree->painter->list->arena, float, (size_t)count), shift = 0;
    for (int i = 0; i < count; i++) {
        int parent = beam->nodes[first + i].parent, at = i;
        float y = parent < 0 ? tree->root_y : tree->places[parent].y + tree->chip_h / 2;
        for (; at > 0 && wanted[at - 1] > y; at--) {
            wanted[at] = wanted[at - 1];
            order[at] = order[at - 1];
        }
        wanted[at] = y;
        order[at] = first + i;
    }
    float top = tree->box.y + HEAD_H + tree->pitch / 2, bottom = tree->box.y + tree->height - tree->pitch / 2;
    float *ys = ARENA_ARRAY(&tree->painter->list->arena, float, (size_t)count);
    for (int i = 0; i < count; i++) {
        ys[i] = i == 0 ? wanted[i] : fmaxf(wanted[i], ys[i - 1] + tree->pitch);
        shift += (wanted[i] - ys[i]) / (float)count;
    }
    shift = fminf(fmaxf(shift, top - ys[0]), fmaxf(bottom - ys[count - 1], top - ys[0]));
    for (int i = 0; i < count; i++)
        ys[i] += shift;
    for (int i = count - 1; i >= 0; i--) /* a chain that is too long for the box is pressed together from below */
        ys[i] = fminf(ys[i], i == count - 1 ? bottom : ys[i + 1] - tree->pitch);
    for (int i = 0; i < count; i++)
        tree->places[order[i]].y = ys[i] - tree->chip_h / 2;
}

/* Both numbers on every chip, where five columns of them are in sight. */
bool beam_shows_scores(float width)
{
    return width >= 640;
}

static float followed(const Tree *tree)
{
    double step = tree->search->step;
    int before = (int)floor(step), last = tree->search->steps - 1;
    float ends[2];
    for (int side = 0; side < 2; side++) {
        int column = before + side - 1;
        column = column > last ? last : column;
        ends[side] =
            column < 0 ? 0 : tree->columns[column] + tree->widths[column] - tree->columns[0] + ROOT_W + tree->gap;
    }
    return lerp(ends[0], ends[1], ease_in_out((float)(step - before)));
}

static float node_rise(const Tree *tree, int node)
{
    float y = node < 0 ? tree->root_y : tree->places[node].y + tree->chip_h / 2;
    float middle = tree->box.y + HEAD_H + (tree->box.h - HEAD_H) / 2;
    return fminf(fmaxf(y - middle, 0), tree->height - tree->box.h);
}

static float rise_of(const Tree *tree)
{
    Target focus = tree->painter->view->focus;
    if (focus.kind == TARGET_CONTROL && focus.a == BEAM_NODE && focus.b < tree->beam->count)
        return node_rise(tree, focus.b);
    if (tree->search->chosen >= 0)
        return node_rise(tree, tree->search->chosen);
    double step = tree->search->step;
    int before = (int)floor(step);
    return lerp(node_rise(tree, beam_leader(tree->beam, before)), node_rise(tree, beam_leader(tree->beam, before + 1)),
                ease_in_out((float)(step - before)));
}

/* How many rows the longest of the columns from `from` to before `end` has. */
static int rows_of(const Beam *beam, int from, int end)
{
    int most = 1;
    for (int first = 0, t = 0; first < beam->count; first += column_count(beam, first), t++)
        if (t >= from && t < end)
            most = column_count(beam, first) > most ? column_count(beam, first) : most;
    return most;
}

/* With the height that `most` rows need. */
static Tree lay_out(const Painter *painter, Box box, int most)
{
    const BeamSearch *search = painter->view->search;
    const Beam *beam = search->trace->beam;
    Arena *arena = &painter->list->arena;
    Tree tree = {.painter = painter, .search = search, .beam = beam, .box = box};
    tree.pitch = fminf(58, fmaxf(PITCH_LEAST, (box.h - HEAD_H) / (float)most));
    tree.height = fmaxf(box.h, HEAD_H + tree.pitch * (float)most);
    tree.two_lines = tree.pitch >= 42;
    tree.chip_h = tree.two_lines ? 38 : fminf(27, tree.pitch - 3);
    tree.scores = beam_shows_scores(box.w) || tree.two_lines;
    tree.root_y = box.y + HEAD_H + (tree.height - HEAD_H) / 2;
    tree.places = ARENA_ARRAY(arena, Box, (size_t)beam->count);
    tree.columns = ARENA_ARRAY(arena, float, (size_t)search->steps + 1);
    tree.widths = ARENA_ARRAY(arena, float, (size_t)search->steps + 1);
    int *order = ARENA_ARRAY(arena, int, (size_t)beam->count + 1);
    float wide = ROOT_W;
    for (int i = 0; i < beam->count; i++) {
        float *width = &tree.widths[beam->nodes[i].step];
        *width = fmaxf(*width, chip_width(&tree, &beam->nodes[i]));
    }
    for (int t = 0; t < search->steps; t++)
        wide += tree.widths[t];
    tree.gap = fminf(GAP_MOST, fmaxf(GAP_LEAST, (box.w - wide) / (float)search->steps));
    float x = box.x + ROOT_W + tree.gap;
    for (int first = 0, t = 0, count; first < beam->count; first += count, t++) {
        count = column_count(beam, first);
        tree.columns[t] = x;
        for (int i = first; i < first + count; i++)
            tree.places[i] = (Box){x, 0, tree.widths[t], tree.chip_h};
        place_column(&tree, first, count, order);
        x += tree.widths[t] + tree.gap;
    }
    tree.scroll_limit = fmaxf(0, wide + GAP_LEAST * (float)search->steps - box.w);
    tree.scroll = fminf(fmaxf(followed(&tree) - box.w * 0.72f + painter->view->stage.scroll, 0), tree.scroll_limit);
    tree.left = tree.scroll > 0 ? box.x + ROOT_W + MORE_W : box.x;
    tree.right = box.x + box.w;
    tree.leader = beam_leader(beam, (int)floor(search->step + 0.5));
    tree.rise = rise_of(&tree);
    return tree;
}

/* How much of a node is there, and how much of that death has left. */
static float node_there(const Tree *tree, int node)
{
    return ease_in_out((float)(tree->search->step - tree->beam->nodes[node].step));
}

static float node_life(const Tree *tree, int node)
{
    int died = tree->beam->nodes[node].died;
    return died < 0 ? 1 : 1 - ease_in_out((float)(tree->search->step - died));
}

static bool on_path(const Tree *tree, int node, int path)
{
    return path >= 0 && beam_descends(tree->beam, path, node);
}

static bool is_looked_at(const Tree *tree, int node)
{
    return tree->search->node != tree->leader && on_path(tree, node, tree->search->node);
}

static Box on_screen(const Tree *tree, int node)
{
    Box place = tree->places[node];
    place.x -= tree->scroll;
    place.y -= tree->rise;
    return place;
}

static void draw_edge(const Tree *tree, int node)
{
    const BeamNode *from = &tree->beam->nodes[node];
    const Theme *theme = tree->painter->theme;
    Box to = on_screen(tree, node);
    float there = node_there(tree, node), life = node_life(tree, node);
    Point start = {tree->box.x + ROOT_W - tree->scroll, tree->root_y - tree->rise};
    if (from->parent >= 0) {
        Box parent = on_screen(tree, from->parent);
        start = (Point){parent.x + parent.w, parent.y + parent.h / 2};
    }
    Point end = {to.x, to.y + to.h / 2};
    if (there <= 0 || end.x < tree->left || start.x > tree->right)
        return;
    float bend = (end.x - start.x) * 0.5f;
    Point whole[4] = {start, {start.x + bend, start.y}, {end.x - bend, end.y}, end}, part[4];
    cubic_split(whole, there, part);
    bool best = on_path(tree, node, tree->leader), looked = is_looked_at(tree, node);
    Color color = best ? theme->fill[ROLE_OUTPUT] : looked ? theme->fill[ROLE_QUERY] : theme->text[ROLE_MUTED];
    drawlist_move(tree->painter->list, part[0].x, part[0].y);
    drawlist_cubic(tree->painter->list, part[1].x, part[1].y, part[2].x, part[2].y, part[3].x, part[3].y);
    Paint paint = paint_stroke(color_fade(color, best || looked ? 1 : lerp(0.35f, 0.8f, life)), best     ? 3
                                                                                                : looked ? 2.4f
                                                                                                         : 1.4f);
    if (life < 0.5f && !looked) { /* broken off, not only pale */
        paint.dash = 4;
        paint.gap = 4;
    }
    drawlist_path_end(tree->painter->list, paint);
}

/* What its piece shows: as the list of the decode has it, where that wrote the words before it too. */
static Value named(const Tree *tree, const BeamNode *node)
{
    const Trace *trace = tree->painter->view->trace;
    Value value = {VALUE_PROBABILITY, .place = node->step, .index = node->id};
    while (node->parent >= 0 && value.kind != VALUE_NONE) {
        node = &tree->beam->nodes[node->parent];
        if (node->step >= trace->step_count || node->id != trace->steps[node->step].id)
            value.kind = VALUE_NONE;
    }
    return value;
}

static void draw_numbers(const Tree *tree, const BeamNode *node, Box box, float ink)
{
    DrawList *list = tree->painter->list;
    ChipNumbers numbers = numbers_of(tree, node);
    TextStyle style = numbers.p_style, score = style_faded(numbers.score_style, ink);
    style = style_faded(style, ink >= INK_DIMMED ? 1 : ink); /* of what is broken off too: it is muted as it is */
    Box line = {box.x + 6, box.y + 20, box.w - 12, 16};
    kit_piece(tree->painter, named(tree, node), PIECE_NUMBER, 0);
    if (!tree->two_lines) {
        float right = box.x + box.w - 6 - (tree->scores ? SCORE_W : 0);
        drawlist_text(list, style, (Box){right - P_W, box.y, P_W, box.h}, ALIGN_RIGHT, slice_of(numbers.p));
        line = (Box){box.x + box.w - 6 - SCORE_W, box.y, SCORE_W, box.h};
    } else
        drawlist_text(list, style, line, ALIGN_LEFT, slice_of(numbers.p));
    drawlist_piece_end(list);
    if (tree->scores)
        drawlist_text(list, score, line, ALIGN_RIGHT, slice_of(numbers.score));
}

static void draw_node(const Tree *tree, int index)
{
    const Painter *painter = tree->painter;
    const Theme *theme = painter->theme;
    const BeamNode *node = &tree->beam->nodes[index];
    Box box = on_screen(tree, index);
    float there = node_there(tree, index), life = node_life(tree, index);
    if (there <= 0.02f || box.x + box.w < tree->left || box.x > tree->right)
        return;
    Target target = target_at(TARGET_CONTROL, BEAM_NODE, index, 0);
    bool best = on_path(tree, index, tree->leader), looked = is_looked_at(tree, index);
    bool brushed = on_path(tree, index, tree->search->node) && kit_brushed(painter, node->step, -1);
    bool pointed = brushed || kit_pointed(painter, target) || index == tree->search->chosen;
    Color outline = best ? theme->fill[ROLE_OUTPUT] : looked ? theme->fill[ROLE_QUERY] : theme->hairline;
    Color fill = best ? theme->tint[ROLE_OUTPUT] : looked ? theme->tint[ROLE_QUERY] : theme->panel;
    float alive = best || looked ? 1 : life, alpha = there * lerp(0.45f, 1, alive);
    float ink = there * lerp(INK_DIMMED, 1, alive), radius = fminf(8, box.h * 0.35f);
    Paint paint = paint_fill_stroke(fill, pointed ? theme->text[ROLE_INK] : outline, pointed ? 2.2f : 1.5f);
    if (life < 0.5f && !looked) {
        paint.dash = 4;
        paint.gap = 3;
    }
    kit_piece(painter, named(tree, node), PIECE_BOX, 0);
    drawlist_box(painter->list, box, radius, paint_faded(paint, alpha));
    drawlist_piece_end(painter->list);
    TextStyle style = style_faded(chip_style(tree), ink);
    if (node->id == VOCAB_END)
        style.color = color_fade(theme->text[ROLE_DECODER], ink);
    Box word = tree->two_lines ? (Box){box.x + 6, box.y + 3, box.w - 12, 18}
                               : (Box){box.x + 7, box.y, box.w - 10 - P_W - (tree->scores ? SCORE_W : 0), box.h};
    kit_piece(painter, named(tree, node), PIECE_WORD, 0);
    kit_text(painter, style, word, ALIGN_LEFT, node->token);
    drawlist_piece_end(painter->list);
    if (tree->two_lines) /* behind the word; in one line there is no room */
        kit_gloss(painter, style.size, ink, (Point){box.x + box.w - 6, word.y + word.h / 2 + style.size * 0.36f},
                  ALIGN_RIGHT, node->token);
    draw_numbers(tree, node, box, ink);
    bool inside = box.x >= tree->left - 1 && box.x + box.w <= tree->right + 1;
    kit_press_ring(painter, box, box, radius, target, inside && there > 0.5f, kit_word_name(painter, node->token));
}

static void draw_columns(const Tree *tree)
{
    const Painter *painter = tree->painter;
    for (int t = 0; t < tree->search->steps; t++) {
        bool current = t == (int)ceil(tree->search->step - 1e-6) - 1;
        TextStyle style = style_of(painter->theme, current, TYPE_TINY, current ? ROLE_CONTEXT : ROLE_MUTED);
        float x = tree->columns[t] + tree->widths[t] / 2 - tree->scroll;
        if (x > tree->left && x < tree->right)
            kit_text_at(painter, style, (Point){x, tree->box.y + 12}, ALIGN_CENTER,
                        arena_printf(&painter->list->arena, "%d", t + 1));
    }
}

/* Soft edges say that columns go on beyond, where one can go there; the root is always in sight. */
static void draw_root(const Tree *tree)
{
    const Painter *painter = tree->painter;
    Box box = tree->box, root = {box.x, tree->root_y - tree->rise - 13, ROOT_W, 26};
    Box columns = {tree->left - 4, box.y, tree->right + 8 - tree->left, box.h};
    if (tree->scroll > 0 && !painter->passive)
        kit_fade(painter, columns, EDGE_LEFT, painter->theme->paper, 12);
    if (tree->scroll > 0)
        kit_text_at(painter, style_bold(painter->theme, TYPE_BODY, ROLE_MUTED),
                    (Point){root.x + ROOT_W + 2, root.y + 17}, ALIGN_LEFT, "…");
    if (tree->scroll < tree->scroll_limit && !painter->passive)
        kit_fade(painter, columns, EDGE_RIGHT, painter->theme->paper, 12);
    kit_chip(painter, root, "<s>", ROLE_MUTED, 0, 1, 1, false);
}

static void draw_tree(const Tree *tree)
{
    const Painter *painter = tree->painter;
    Box columns = {tree->left - 4, tree->box.y - 4, tree->right + 8 - tree->left, tree->box.h + 8};
    drawlist_clip(painter->list, columns);
    draw_columns(tree);
    drawlist_clip(painter->list, (Box){columns.x, columns.y + HEAD_H, columns.w, columns.h - HEAD_H});
    for (int pass = 0; pass < 3; pass++) /* what is lit lies on top */
        for (int i = 0; i < tree->beam->count; i++) {
            int level = on_path(tree, i, tree->leader) ? 2 : is_looked_at(tree, i) ? 1 : 0;
            if (level == pass)
                draw_edge(tree, i);
        }
    for (int i = 0; i < tree->beam->count; i++)
        draw_node(tree, i);
    drawlist_unclip(painter->list);
    drawlist_unclip(painter->list);
    draw_root(tree);
}

/* px of rows that lie below the box. */
static float below_box(const Tree *tree)
{
    return fmaxf(0, tree->height - tree->box.h);
}

/* px of the columns before `end` that lie behind the right edge of what is in sight. */
static float behind_edge(const Tree *tree, int end)
{
    return tree->columns[end - 1] + tree->widths[end - 1] - tree->scroll - (tree->box.x + tree->box.w);
}

/* The columns that have no room stand in a second row below the others. Returns the px that are out of sight. */
static float draw_rows(const Painter *painter, Box box, int most)
{
    Tree first = lay_out(painter, (Box){box.x, box.y, box.w, (box.h - ROWS_APART) / 2}, most), second;
    int steps = first.search->steps, split = 1;
    first.scroll = 0;
    while (split + 1 < steps && behind_edge(&first, split + 1) <= 0)
        split++;
    int above = rows_of(first.beam, 0, split), below = rows_of(first.beam, split, steps);
    float pitch = (box.h - ROWS_APART - 2 * HEAD_H) / (float)(above + below);
    first = lay_out(painter, (Box){box.x, box.y, box.w, HEAD_H + pitch * (float)above}, above);
    first.scroll = 0;
    first.left = box.x;
    first.right = first.columns[split - 1] + first.widths[split - 1];
    draw_tree(&first);
    box.y += first.box.h + ROWS_APART;
    second = lay_out(painter, (Box){box.x, box.y, box.w, HEAD_H + pitch * (float)below}, below);
    second.left = box.x + ROOT_W + MORE_W;
    second.scroll = second.columns[split] - second.left - second.gap + 6; /* nothing of the column before is seen */
    draw_tree(&second);
    return fmaxf(fmaxf(behind_edge(&first, split), behind_edge(&second, steps)),
                 fmaxf(below_box(&first), below_box(&second)));
}

/* A page is not scrolled, nor can it be wider, as a figure can. */
float beam_tree_draw(const Painter *painter, Box box)
{
    const BeamSearch *search = painter->view->search;
    int most = rows_of(search->trace->beam, 0, search->steps);
    Tree tree = lay_out(painter, box, most);
    bool page = painter->passive && painter->layout;
    if (page && tree.scroll_limit > LITTLE * box.w)
        return draw_rows(painter, box, most);
    draw_tree(&tree);
    kit_scroll_bar(painter, (Box){box.x, box.y + box.h + 5, box.w, 4}, tree.scroll, tree.scroll_limit);
    return page ? fmaxf(below_box(&tree), tree.scroll_limit) : tree.scroll_limit;
}
