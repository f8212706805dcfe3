import type { Tool } from '../../src/core/index.ts';

/** Twenty servers with ten tools each, with names like those of public servers: a few words recur, most occur in one server. */
const SERVERS = [
  'github create_issue list_pull_requests merge_pull_request search_code get_commit create_branch fork_repository add_comment close_issue list_releases',
  'calendar create_event list_events delete_event find_free_slot invite_guest set_reminder move_event get_holidays share_calendar export_agenda',
  'mail send_email search_inbox archive_thread create_draft add_label list_folders forward_message mark_unread block_sender get_attachment',
  'files read_file write_file list_directory move_file delete_file search_text get_metadata compress_folder watch_path compare_versions',
  'weather get_forecast current_conditions severe_alerts air_quality pollen_count sunrise_time historical_climate radar_image marine_report uv_index',
  'shop find_product place_order cancel_order track_parcel list_invoices refund_payment update_stock apply_coupon rate_purchase get_warranty',
  'music play_track create_playlist skip_song like_album search_artist get_lyrics queue_podcast set_volume list_concerts identify_tune',
  'maps plan_route find_nearby measure_distance geocode_address traffic_jams parking_spots elevation_profile street_view save_place public_transport',
  'bank account_balance transfer_money list_transactions freeze_card exchange_rate standing_order pay_bill loan_quote spending_report open_deposit',
  'travel book_flight find_hotel rent_car cancel_reservation check_visa seat_map boarding_pass baggage_rules train_timetable travel_insurance',
  'crm create_contact log_meeting list_deals update_pipeline assign_lead merge_duplicates company_profile sales_target send_quote churn_risk',
  'database run_query list_tables describe_schema create_index backup_dump explain_plan kill_session grant_role vacuum_table slow_queries',
  'cloud start_instance stop_instance list_buckets deploy_function rotate_secret scale_cluster tail_logs open_firewall create_snapshot monthly_costs',
  'home switch_light set_thermostat lock_door arm_alarm start_vacuum water_garden open_blinds camera_still energy_usage run_scene',
  'health log_workout count_steps heart_rate sleep_quality track_meal book_doctor medication_plan blood_pressure weight_trend vaccination_record',
  'news top_headlines search_articles follow_topic summarise_paper stock_ticker sports_results fact_check press_releases election_polls obituary_notices',
  'chat post_channel direct_message list_members pin_note start_call set_status upload_picture react_emoji search_history mute_conversation',
  'design export_canvas list_components create_frame apply_style inspect_layer trace_vector pick_colour resize_artboard publish_library compare_mockups',
  'kitchen find_recipe scale_portions shopping_basket substitute_ingredient nutrition_facts wine_pairing oven_timer weekly_menu pantry_stock convert_units',
  'legal draft_contract search_statutes redact_clause compare_agreements sign_document file_trademark deadline_tracker court_dates translate_deed witness_list',
];

/** Tools of the typical size on public servers: descriptions of about 130 characters, three parameters. */
export const namedTools: readonly Tool[] = SERVERS.flatMap((line) => {
  const [server = '', ...names] = line.split(' ');
  return names.map((name) => {
    const [verb = '', ...things] = name.split('_');
    const thing = things.join(' ');
    return {
      name: `${server}::${name}`,
      description: `Use this to ${verb} ${thing} with the user's ${server} account. It answers with an object that says what was done, or with the reason why not.`,
      schema: {
        type: 'object',
        properties: {
          subject: { type: 'string', description: `Which ${thing}, by number or by a part of its title` },
          maximum: { type: 'integer', description: 'How many entries at most, from 1 to 100' },
          output: { enum: ['json', 'text'], description: 'How the answer is written' },
        },
        required: ['subject'],
      },
      metadata: { server, tool: name },
      invoke: () => `{"state":"done","tool":"${name}","number":4711,"note":"It was there, and is now as you wished."}`,
    } as unknown as Tool;
  });
});

export interface Task {
  readonly question: string;
  readonly wireName: string;
}

/** Ten tasks of three messages: two need a tool of the same server, one is small talk. The last three return to the first three. */
export const tasks: readonly (Task | undefined)[] = [0, 1, 2, 3, 4, 5, 6, 0, 1, 2].flatMap((server, place) => {
  const isBack = place > 6;
  const line = SERVERS[server * 2 + 1] ?? '';
  return [taskOf(line, 1, isBack), taskOf(line, isBack ? 2 : 4, isBack), undefined];
});

function taskOf(line: string, place: number, isBack: boolean): Task {
  const [server, ...names] = line.split(' ');
  const name = names[place - 1] ?? '';
  const wish = name.replaceAll('_', ' ');
  const question = isBack
    ? `One more thing about the ${wish} of before: please do it again for number 7, and tell me if anything is different.`
    : `Could you please ${wish} for me? It is about "Blue 7", and I would like to know what came of it.`;
  return { question, wireName: `${server}__${name}` };
}
